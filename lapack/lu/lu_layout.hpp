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

/// Panels [first, end).
struct PanelRange {
    std::size_t first = 0;
    std::size_t end = 0;

    [[nodiscard]] std::size_t size() const noexcept { return end - first; }
};

/// What a column of a panel takes if all compute units that it needs work at it, seconds.
inline constexpr double kPanelColumnSeconds = 3e-6;

/// How an LU factorization is divided. m = n if there are right-hand sides.
struct LuLayout : BlockLayout {
    bool pivots = true;  ///< rows are interchanged
    /// The host device, if it factors the panels; else each is factored where it lies.
    std::optional<DeviceIndex> panel_device;
    /// Panels in a group, see group_of().
    std::size_t panels_per_group = 1;
    /// At least this many of a pass's last panels, or a few more, have groups of their own.
    std::size_t last_alone = 0;
    /// Panels before this one are applied in pairs, those of one block column, except to the block column
    /// that follows them: deep products move fewer bytes for their flops. Even, and the same for any number
    /// of devices, so that sums are the same.
    std::size_t paired = 0;
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
    /// The first row and column of panel k; order() for k = panels().
    [[nodiscard]] std::int64_t first_of_panel(std::size_t k) const noexcept {
        return std::min(order(), static_cast<std::int64_t>(k) * panel);
    }
    /// The first panel that is not wholly before column c; panels() if there is none.
    [[nodiscard]] std::size_t panel_at(std::int64_t c) const noexcept {
        return c >= order() ? panels() : static_cast<std::size_t>(c / panel);
    }
    [[nodiscard]] PanelRange panels_in(const Span& columns) const noexcept {
        return {panel_at(columns.begin), columns.end >= order() ? panels() : panel_at(columns.end)};
    }
    [[nodiscard]] Span columns_in(PanelRange panels) const noexcept {
        return {first_of_panel(panels.first), first_of_panel(panels.end)};
    }
    /// Columns of some panels, which are also rows of their diagonal blocks.
    [[nodiscard]] std::int64_t columns_of(PanelRange panels) const noexcept {
        return columns_in(panels).size();
    }
    /// Panels [first, end) of pass s.
    [[nodiscard]] PanelRange panels_of_pass(std::size_t s) const noexcept {
        return {panel_at(first_of_pass(s)), panel_at(first_of_pass(s + 1))};
    }
    /// The panels that are applied with panel k.
    [[nodiscard]] PanelRange pair_of(std::size_t k) const noexcept {
        return k < paired ? PanelRange{k - k % 2, k - k % 2 + 2} : PanelRange{k, k + 1};
    }
    /// The panels whose interchanges are applied together to columns left of them: some of panel k's pass;
    /// each of the last ones alone, so that the last rows are final soon.
    [[nodiscard]] PanelRange group_of(std::size_t k) const noexcept {
        const std::size_t per_pass = block_columns_per_pass * static_cast<std::size_t>(block_column / panel);
        const PanelRange pass = panels_of_pass(k / per_pass);
        const std::size_t first = k - (k - pass.first) % panels_per_group;
        if (first + panels_per_group + last_alone >= pass.end) return pair_of(k);
        return {first, first + panels_per_group};
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
