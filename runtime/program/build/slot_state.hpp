#pragma once

#include <array>
#include <vector>

#include "runtime/program/build/slot_access.hpp"

namespace hg {

/// The accesses to a slot for which later commands may have to wait: for each element the last writer and the
/// readers since. EXECs are stored separately, because they complete in order within a queue: the last
/// conflicting one of each queue represents all.
class SlotState {
  public:
    /// Visits the accesses for which a command must wait, in program order, and adds the command's own. Omits
    /// accesses for which another visited one has already waited.
    template <class Visit>
    void add(const SlotAccess& access, Visit visit) {
        move_in(access.region.tenant);
        const LastExecs execs = last_execs_before(access);
        auto exec = execs.begin();
        const auto visit_execs_before = [&](const SlotAccess* transfer) {
            for (; exec != execs.end() && *exec != nullptr; ++exec) {
                if (transfer != nullptr && transfer->command < (*exec)->command) return;
                if (!is_implied(**exec, access, execs)) visit(**exec);
            }
        };
        for (const SlotAccess& transfer : transfers_) {
            if (!transfer.conflicts(access) || is_implied(transfer, access, execs)) continue;
            visit_execs_before(&transfer);
            visit(transfer);
        }
        visit_execs_before(nullptr);
        count_in(access);
    }

  private:
    /// At most one of each queue, in program order; then nulls.
    using LastExecs = std::array<const SlotAccess*, 2>;

    /// The EXECs of one queue.
    [[nodiscard]] std::vector<SlotAccess>& execs_of(QueueKind queue) noexcept {
        return execs_[queue == QueueKind::exec2 ? 1 : 0];
    }
    void move_in(RegisterId tenant);
    [[nodiscard]] LastExecs last_execs_before(const SlotAccess& access) const;
    [[nodiscard]] bool is_implied(const SlotAccess& earlier, const SlotAccess& access,
                                  const LastExecs& execs) const;
    void count_in(const SlotAccess& access);

    RegisterId tenant_ = kNoRegister;
    std::array<std::vector<SlotAccess>, 2> execs_;  ///< by queue, in program order
    std::vector<SlotAccess> transfers_;             ///< LDs and STs, likewise
};

}  // namespace hg
