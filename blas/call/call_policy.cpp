#include "blas/call/call_policy.hpp"

#include <utility>

namespace hg {
namespace {

thread_local constinit CallPolicy::Wishes wishes_of_thread{};
thread_local constinit bool devices_used = false;

}  // namespace

CallPolicy::CallPolicy(const Wishes& wishes) noexcept
    : before_(std::exchange(wishes_of_thread, wishes)), used_before_(std::exchange(devices_used, false)) {}

CallPolicy::~CallPolicy() {
    wishes_of_thread = before_;
    devices_used = devices_used || used_before_;
}

bool CallPolicy::used_devices() const noexcept {
    return devices_used;
}

void CallPolicy::note_devices() noexcept {
    devices_used = true;
}

const CallPolicy::Wishes& CallPolicy::current() noexcept {
    return wishes_of_thread;
}

}  // namespace hg
