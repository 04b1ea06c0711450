#include "runtime/program/build/slot_state.hpp"

#include <algorithm>
#include <utility>

namespace hg {
namespace {

/// Returns the last of `execs` that conflicts with an access; null if there is none.
const SlotAccess* last_before(const std::vector<SlotAccess>& execs, const SlotAccess& access) {
    const auto found =
        std::find_if(execs.rbegin(), execs.rend(), [&](const SlotAccess& e) { return e.conflicts(access); });
    return found == execs.rend() ? nullptr : &*found;
}

}  // namespace

/// All commands of a tenant are ordered after those of the previous tenant, so a command that waits for those
/// of the last tenant also waits for earlier ones.
void SlotState::move_in(RegisterId tenant) {
    if (tenant == tenant_) return;
    const auto is_older = [&](const SlotAccess& a) { return a.region.tenant != tenant_; };
    for (std::vector<SlotAccess>& execs : execs_) std::erase_if(execs, is_older);
    std::erase_if(transfers_, is_older);
    tenant_ = tenant;
}

SlotState::LastExecs SlotState::last_execs_before(const SlotAccess& access) const {
    LastExecs last{last_before(execs_[0], access), last_before(execs_[1], access)};
    if (last[0] == nullptr || (last[1] != nullptr && last[1]->command < last[0]->command))
        std::swap(last[0], last[1]);
    return last;
}

/// Returns whether a command for which the access must wait, a transfer or one of `execs`, has itself waited
/// for an earlier one.
bool SlotState::is_implied(const SlotAccess& earlier, const SlotAccess& access,
                           const LastExecs& execs) const {
    const auto stands_between = [&](const SlotAccess& later) {
        return earlier.command < later.command && earlier.conflicts(later) && later.conflicts(access);
    };
    return std::ranges::any_of(execs,
                               [&](const SlotAccess* e) { return e != nullptr && stands_between(*e); }) ||
           std::ranges::any_of(transfers_, stands_between);
}

void SlotState::count_in(const SlotAccess& access) {
    const auto is_covered = [&](const SlotAccess& a) { return access.region.covers(a.region); };
    if (access.writes) {
        std::erase_if(transfers_, is_covered);
        for (std::vector<SlotAccess>& execs : execs_) std::erase_if(execs, is_covered);
    } else if (access.exec_queue) {
        std::erase_if(execs_of(*access.exec_queue),
                      [&](const SlotAccess& a) { return !a.writes && is_covered(a); });
    }
    (access.exec_queue ? execs_of(*access.exec_queue) : transfers_).push_back(access);
}

}  // namespace hg
