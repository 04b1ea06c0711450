#include "blas/session/device_recovery.hpp"

#include <algorithm>

namespace hg {
namespace {

/// The largest number of calls between attempts if a driver keeps refusing a context.
constexpr std::uint64_t kMostCallsToWait = std::uint64_t{1} << 16;

bool any_lost(const Machine& machine) {
    for (std::size_t d = 0; d < machine.device_count(); ++d)
        if (!machine.available(d)) return true;
    return false;
}

}  // namespace

void DeviceRecovery::attempt(Machine& machine) {
    if (!any_lost(machine) || !is_time()) return;
    machine.recover();
    if (any_lost(machine)) return;
    const std::lock_guard lock(mutex_);
    calls_to_wait_ = 0;
}

bool DeviceRecovery::is_time() {
    const std::lock_guard lock(mutex_);
    if (calls_without_++ < calls_to_wait_) return false;
    calls_without_ = 0;
    calls_to_wait_ = std::clamp<std::uint64_t>(2 * calls_to_wait_, 1, kMostCallsToWait);
    return true;
}

}  // namespace hg
