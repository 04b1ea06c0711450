#pragma once

#include <vector>

#include "runtime/machine/run/checked_bindings.hpp"
#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// The registers of a run that devices read in the caller's memory, without a copy. The memory must not be
/// released while commands of the run are in flight.
class HostWindows {
  public:
    /// Decides for the registers in place of one device which of them need no copy: those in memory that the
    /// device can read where it is, aligned as the kernels require and with a leading dimension that their
    /// instructions accept. The LDs of the others copy.
    void open(const Program& program, const CheckedBindings& bindings, DeviceIndex d, Device& device);

    /// Returns a register or window that has no copy.
    [[nodiscard]] LiveRegister live(const Program& program, RegisterId id) const noexcept;
    /// Returns true if the register, or the one that a window is part of, has no copy.
    [[nodiscard]] bool has(const Program& program, RegisterId id) const noexcept {
        return !registers_.empty() && registers_[index(program.whole(id))].memory != nullptr;
    }
    /// Returns, by SlotId, the slots of a device that hold copies or results.
    [[nodiscard]] std::vector<bool> slots_in_use(const Program& program, DeviceIndex d) const;

  private:
    void close_unfit(const Program& program, const CheckedBindings& bindings, CommandId exec, bool on_host);

    std::vector<HostView> views_;
    std::vector<LiveRegister> registers_;  ///< by RegisterId; memory is null if there is a copy
};

}  // namespace hg
