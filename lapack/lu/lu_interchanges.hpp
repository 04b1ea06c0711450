#pragma once

#include <cstdint>
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

    /// Keeps the row moves of a panel on the device that has factored it, and stores its pivots.
    void keep(DeviceIndex device, const Span& panel, RegisterId moves);
    /// The row moves of a panel on a device, loaded if they are not there; none without pivoting.
    RegisterId fetch(DeviceIndex device, const Span& panel);
    /// rows := P rows for the columns of some panels of one group, a whole group by one kernel. The first of
    /// `rows` is the first panel's first row.
    void apply(const Span& panels, RegisterId rows);

  private:
    using OnDevice = std::pair<DeviceIndex, std::int64_t>;  ///< device, first column

    RegisterId fetch_group(DeviceIndex device, const Span& group);
    void swap(RegisterId list, std::int64_t pivots, RegisterId rows);
    /// The column of the parameter `pivots` for a panel, of `moves` for three times as many.
    [[nodiscard]] std::int64_t position(const Span& panel) const { return panel.begin / layout_.panel; }

    ProgramBuilder& builder_;
    ElementType type_;
    const LuLayout& layout_;
    ParameterId pivots_{};
    ParameterId moves_{};
    std::map<OnDevice, RegisterId> lists_;
    std::map<OnDevice, RegisterId> group_lists_;  ///< of whole groups
};

}  // namespace hg
