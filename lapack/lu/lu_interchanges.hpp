#pragma once

#include <cstddef>
#include <map>
#include <utility>

#include "lapack/lu/lu_layout.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// P of A = P L U: the lists of the panels' row moves on the devices that interchange rows by them.
class LuInterchanges {
  public:
    /// Declares the program's parameters `pivots` and, if panels go from device to device, `moves`; neither
    /// without pivoting. All arguments must outlive the object.
    LuInterchanges(ProgramBuilder& builder, ElementType type, const LuLayout& layout);

    /// Keeps the row moves of panel k on the device that has factored it, and stores its pivots.
    void keep(DeviceIndex device, std::size_t k, RegisterId moves);
    /// The row moves of panel k on a device, loaded if they are not there; none without pivoting.
    RegisterId fetch(DeviceIndex device, std::size_t k);
    /// rows := P rows for panels of one group, a whole group at once. The first of `rows` is the first
    /// panel's first row.
    void apply(PanelRange panels, RegisterId rows);

  private:
    using OnDevice = std::pair<DeviceIndex, std::size_t>;  ///< device, panel

    RegisterId fetch_group(DeviceIndex device, PanelRange group);
    void swap(RegisterId list, PanelRange panels, RegisterId rows);

    ProgramBuilder& builder_;
    ElementType type_;
    const LuLayout& layout_;
    ParameterId pivots_{};
    ParameterId moves_{};
    std::map<OnDevice, RegisterId> lists_;
    std::map<OnDevice, RegisterId> group_lists_;  ///< by the group's first panel
};

}  // namespace hg
