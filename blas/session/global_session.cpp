#include "blas/session/global_session.hpp"

#include <atomic>
#include <memory>
#include <utility>

#include "blas/session/cpu_blas_warning.hpp"
#include "host_blas/cpu_blas.hpp"
#include "runtime/machine/process_life.hpp"
#include "runtime/machine/settings/setting_warnings.hpp"
#include "runtime/program/base/environment_variable.hpp"
#include "runtime/threads/no_cancellation.hpp"
#include <hg/blas/session.hpp>

namespace hg {
namespace {

/// Null until the session is created, and once it cannot be used any more.
constinit std::atomic<Session*> global_session{nullptr};

}  // namespace

bool global_session_is_made() noexcept {
    return global_session.load(std::memory_order_acquire) != nullptr;
}

bool cpu_needs_no_session() {
    // Later calls of cpu_blas() then throw nothing.
    static_cast<void>(cpu_blas());
    static const bool by_model = [] {
        warn_of_unknown_variables();
        warn_of_cpu_blas();
        return environment_variable("HG_HOST_BELOW").empty();
    }();
    ProcessGeneration().require();
    return by_model;
}

Session& Session::global() {
    Session* const session = global_session.load(std::memory_order_acquire);
    return session != nullptr ? *session : make_global();
}

Session& Session::make_global() {
    const NoCancellation whole;
    ProcessGeneration().require();
    when_devices_go([]() noexcept { global_session.store(nullptr); });
    if (devices_are_of_parent()) return global_of_child();
    // If another thread calls fork() meanwhile, the child must not wait for this session.
    devices_begin();
    // Never destroyed: OpenCL libraries may be gone before the last static destructor runs.
    static auto* const session = std::make_unique<Session>().release();
    global_session.store(session);
    return *session;
}

Session& Session::global_of_child() {
    struct LeakableSession final : Leakable {
        Session session{CpuAlone()};
    };
    auto made = std::make_unique<LeakableSession>();
    Session* session = nullptr;
    if (global_session.compare_exchange_strong(session, &made->session)) {
        session = &made->session;
        leak(std::move(made));
    }
    return *session;
}

}  // namespace hg
