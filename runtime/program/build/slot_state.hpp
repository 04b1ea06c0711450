#pragma once

#include <vector>

#include "runtime/program/build/slot_access.hpp"

namespace hg {

/// Who touched a slot, as far as later commands may have to wait for it: for each element the last
/// writer and the readers since. EXECs, which end in order, are kept apart: the last of those that
/// conflict stands for all.
class SlotState {
  public:
    /// Visits those that a command must wait for, in program order, then counts it in. What one of them has
    /// waited for itself is left out.
    template <class Visit>
    void add(const SlotAccess& access, Visit visit) {
        move_in(access.region.tenant);
        const SlotAccess* const exec = last_exec_before(access);
        bool is_exec_due = exec != nullptr && !is_implied(*exec, access, nullptr);
        for (const SlotAccess& transfer : transfers_) {
            if (!transfer.conflicts(access) || is_implied(transfer, access, exec)) continue;
            if (is_exec_due && exec->command < transfer.command) {
                visit(*exec);
                is_exec_due = false;
            }
            visit(transfer);
        }
        if (is_exec_due) visit(*exec);
        count_in(access);
    }

  private:
    void move_in(RegisterId tenant);
    [[nodiscard]] const SlotAccess* last_exec_before(const SlotAccess& access) const;
    [[nodiscard]] bool is_implied(const SlotAccess& earlier, const SlotAccess& access,
                                  const SlotAccess* exec) const;
    void count_in(const SlotAccess& access);

    RegisterId tenant_ = kNoRegister;
    std::vector<SlotAccess> execs_;      ///< in program order
    std::vector<SlotAccess> transfers_;  ///< LDs and STs, likewise
};

}  // namespace hg
