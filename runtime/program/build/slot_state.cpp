#include "runtime/program/build/slot_state.hpp"

#include <algorithm>

namespace hg {
/// All commands of a tenant came after those of the tenant before it: who waits for the last tenant's has
/// waited for earlier ones.
void SlotState::move_in(RegisterId tenant) {
    if (tenant == tenant_) return;
    const auto is_older = [&](const SlotAccess& a) { return a.region.tenant != tenant_; };
    std::erase_if(execs_, is_older);
    std::erase_if(transfers_, is_older);
    tenant_ = tenant;
}

const SlotAccess* SlotState::last_exec_before(const SlotAccess& access) const {
    const auto found = std::find_if(execs_.rbegin(), execs_.rend(),
                                    [&](const SlotAccess& e) { return e.conflicts(access); });
    return found == execs_.rend() ? nullptr : &*found;
}

/// Whether one that must be waited for, a transfer or `exec`, has itself waited for an earlier one.
bool SlotState::is_implied(const SlotAccess& earlier, const SlotAccess& access,
                           const SlotAccess* exec) const {
    const auto stands_between = [&](const SlotAccess& later) {
        return earlier.command < later.command && earlier.conflicts(later) && later.conflicts(access);
    };
    return (exec != nullptr && stands_between(*exec)) ||
           std::any_of(transfers_.begin(), transfers_.end(), stands_between);
}

void SlotState::count_in(const SlotAccess& access) {
    const auto is_covered = [&](const SlotAccess& a) { return access.region.covers(a.region); };
    if (access.writes) {
        std::erase_if(transfers_, is_covered);
        std::erase_if(execs_, is_covered);
    } else if (access.is_exec) {
        std::erase_if(execs_, [&](const SlotAccess& a) { return !a.writes && is_covered(a); });
    }
    (access.is_exec ? execs_ : transfers_).push_back(access);
}

}  // namespace hg
