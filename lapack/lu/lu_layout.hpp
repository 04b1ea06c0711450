#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "lapack/common/block_layout.hpp"
#include <hg/lapack/lu_problem.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// What a column of a panel takes if all compute units that it needs work at it, seconds.
inline constexpr double kPanelColumnSeconds = 3e-6;

/// How an LU factorization is divided. m = n if there are right-hand sides.
struct LuLayout : BlockLayout {
    bool pivots = true;  ///< rows are interchanged
    /// The host device, if it factors the panels; else each is factored where it lies.
    std::optional<DeviceIndex> panel_device;
    std::int64_t group = 0;       ///< columns of a group, see group_of()
    std::int64_t last_alone = 0;  ///< so many of a pass's last columns, or a few more, are not in groups
    /// Panels before this column are applied in pairs, those of one block column, except to the block column
    /// that follows them: deep products move fewer bytes for their flops. Whole pairs, and the same for any
    /// number of devices, so that sums are the same.
    std::int64_t paired = 0;
    /// If true, devices load columns as they need them, and bring late columns up to date. If false, all
    /// columns of a pass are loaded at its start.
    bool loads_by_need = false;

    /// Whether panels pass from device to device, and are factored a block column at a time.
    [[nodiscard]] bool steps_are_blocks() const noexcept { return devices.size() > 1 && !panel_device; }
    /// Columns that are factored before the others are updated by them.
    [[nodiscard]] std::int64_t step() const noexcept { return panel_device ? panel : block_column; }
    /// Whether devices get panels from each other, or from the host device.
    [[nodiscard]] bool shares_panels() const noexcept {
        return devices.size() > 1 || panel_device.has_value();
    }
    /// The columns of a pass that are factored.
    [[nodiscard]] Span factored_in_pass(std::size_t s) const noexcept {
        return {std::min(order(), first_of_pass(s)), std::min(order(), first_of_pass(s + 1))};
    }
    /// The panel that begins with this column.
    [[nodiscard]] Span panel_at(std::int64_t column) const noexcept {
        return {column, std::min(order(), column + panel)};
    }
    /// The columns of the panels that are applied together with the one that has this column.
    [[nodiscard]] Span pair_of(std::int64_t column) const noexcept {
        const std::int64_t width = column < paired ? 2 * panel : panel;
        const std::int64_t first = column / width * width;
        return {first, std::min(order(), first + width)};
    }
    /// The columns of the panels whose interchanges are applied together to columns left of them: some of a
    /// pass; each of the last ones alone, so that the last rows are final soon.
    [[nodiscard]] Span group_of(std::int64_t column) const noexcept {
        const std::int64_t per_pass = static_cast<std::int64_t>(block_columns_per_pass) * block_column;
        const std::int64_t of_pass = column % per_pass;
        const std::int64_t first = column - of_pass % group;
        const std::int64_t end_of_pass = std::min(order(), column - of_pass + per_pass);
        if (first + group + last_alone >= end_of_pass) return pair_of(column);
        return {first, first + group};
    }
    /// Rows of some columns with so many bytes, whole panels.
    [[nodiscard]] std::int64_t stored_rows(std::int64_t bytes, const Span& columns,
                                           ElementType type) const noexcept {
        return std::max(panel, bytes / (columns.size() * size_of(type)) / panel * panel);
    }
};

/// The layout for a problem on at most `most_devices` devices and panels of `panel` columns, with as many
/// block columns a pass as the devices' memory holds. Throws Error{out_of_memory} if that is none, or not all
/// with right-hand sides.
LuLayout lu_layout(const LuProblem& problem, const Target& target, std::int64_t panel,
                   std::size_t most_devices = std::numeric_limits<std::size_t>::max());

/// The block columns a pass of a layout, then fewer and fewer, unless there are right-hand sides.
std::vector<std::size_t> block_counts(const LuLayout& layout);

/// A layout with at most as many block columns a pass.
LuLayout in_passes(LuLayout layout, std::size_t blocks);

/// How many devices of a target can hold columns.
std::size_t lu_device_count(const LuProblem& problem, const Target& target);

}  // namespace hg
