// The functions of hg.h that are not BLAS or LAPACK routines. interfaces/routines.py defines those.
#include <memory>
#include <optional>
#include <utility>

#include "blas/call/operands.hpp"
#include "blas/call/thread_state.hpp"
#include "interfaces/c/call.hpp"
#include "interfaces/c/guard.hpp"
#include "interfaces/generated/declarations.hpp"
#include <hg/blas/session.hpp>
#include <hg/hg.h>

using namespace hg::interfaces;

const char* hg_last_error(void) {
    return last_error().c_str();
}

const char* hg_version(void) {
    return HG_VERSION;
}

const char* hg_functions(void) {
    return kDeclarations;
}

int64_t hg_trim(void) {
    return guarded(0, [] {
        hg::Session::global().trim();
        return 0;
    });
}

int64_t hg_set_arithmetic(const char* arithmetic) {
    return guarded(0, [&] {
        std::optional<hg::Arithmetic> wanted;
        if (arithmetic != nullptr) {
            wanted = hg::parse_arithmetic(arithmetic);
            hg::require_argument(wanted.has_value(), "hg_set_arithmetic", 1, "arithmetic",
                                 "must be native, emulated or automatic");
        }
        hg::thread_state().overrides.arithmetic = wanted;
        return 0;
    });
}

int64_t hg_wait(hg_call** call) {
    if (call == nullptr) return 0;
    const std::unique_ptr<hg_call> held(std::exchange(*call, nullptr));
    if (!held) return 0;
    return guarded(held->hidden, [&] { return held->call.wait(); });
}

int hg_test(const hg_call* call) {
    return call == nullptr || call->call.test() ? 1 : 0;
}
