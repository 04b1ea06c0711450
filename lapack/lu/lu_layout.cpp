#include "lapack/lu/lu_layout.hpp"

#include <algorithm>
#include <string>

#include "blas/cost/plan.hpp"
#include "blas/tiles/device_grid.hpp"
#include "kernels/lu/lu_panel.hpp"
#include "kernels/lu/row_moves.hpp"
#include "lapack/common/beside.hpp"
#include "lapack/common/block_column_devices.hpp"
#include "lapack/lu/panel_width.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr std::int64_t kPanelsPerBlock = 2;
/// Wide operands make up for the time that launches take.
constexpr std::size_t kBlocksTogether = 4;
/// Interchanges of this many panels are applied together, if kernels take that many.
constexpr std::int64_t kMostPanelsOfGroup = 4;
/// Of the last panels, which have groups of their own; a quarter of all if there are many.
constexpr std::size_t kLeastAlone = 4;
/// Panels and rows under way to and from host memory.
constexpr std::int64_t kCopies = 4;
constexpr std::int64_t kRowsOut = 8;

/// What a factorization takes of a device's memory.
struct LuBytes {
    double in_flight;     ///< to and from the device
    double block_column;  ///< each of those it holds
};

LuBytes bytes_of(const LuLayout& layout, const LuProblem& problem, bool copies) {
    const auto element = static_cast<double>(size_of(problem.type));
    const double column = static_cast<double>(problem.m + 128) * element;
    const double rows_out =
        static_cast<double>((kRowsOut + 2) * layout.panel * layout.block_column) * element;
    const double right_hand_sides = column * static_cast<double>(problem.nrhs) * kCopies;
    return {rows_out + right_hand_sides + (copies ? kCopies : 1) * column * static_cast<double>(layout.panel),
            column * static_cast<double>(layout.block_column)};
}

/// How many block columns the devices hold beside what is in flight.
std::size_t blocks_that_fit(const LuLayout& layout, const LuProblem& problem, const Target& target,
                            bool copies) {
    const LuBytes bytes = bytes_of(layout, problem, copies);
    double fit = 1e15;
    for (const DeviceIndex d : layout.devices)
        fit = std::min(
            fit, (static_cast<double>(target.devices[d].memory) - bytes.in_flight) / bytes.block_column);
    return static_cast<std::size_t>(std::max(fit, 0.0)) * layout.devices.size();
}

/// For a factorization that holds no block column on some device.
Error no_block_column_fits(const LuLayout& layout, const LuProblem& problem, const Target& target) {
    const LuBytes bytes = bytes_of(layout, problem, true);
    const auto smallest = std::min_element(
        layout.devices.begin(), layout.devices.end(),
        [&](DeviceIndex a, DeviceIndex b) { return target.devices[a].memory < target.devices[b].memory; });
    return too_little_memory("an LU factorization of " + std::to_string(problem.m) + " x " +
                                 std::to_string(problem.n) + " elements",
                             bytes.in_flight + bytes.block_column, target.devices[*smallest]);
}

/// Most flops a second of the CPU in panels, whose columns follow one another: 128 to 512 columns of 32768
/// rows took OpenBLAS on 16 cores 30 to 81e9.
constexpr double kHostPanelRate = 60e9;
/// Of a compute unit's arithmetic, what one work-group reaches in a panel.
constexpr double kOneGroupShare = 0.1;

/// Whether all of a device's compute units factor a panel together.
bool factors_panels_well(const LuProblem& problem, const DeviceModel& device) {
    return kernels::lu_panel(device, problem.type, problem.m).instruction->needs.compute_units > 1;
}

/// Seconds for the panels of a factorization on a device, one work-group a panel, or on the host with its
/// transfers.
double panel_seconds(const LuLayout& layout, const LuProblem& problem, const DeviceModel& device,
                     const DeviceModel* host) {
    const auto m = static_cast<double>(problem.m);
    const auto order = static_cast<double>(layout.order());
    const double entries = order * (m - order / 2);
    const double flops = real_operations(problem.type) * entries * static_cast<double>(layout.panel);
    const double bytes = entries * static_cast<double>(size_of(problem.type));
    if (host != nullptr)
        return flops / std::min(host->rate(problem.type), kHostPanelRate) + bytes / device.link_in +
               bytes / device.link_out;
    const auto units = static_cast<double>(std::max<std::int64_t>(1, device.traits.compute_units));
    return flops / (device.rate(problem.type) / units * kOneGroupShare);
}

/// Columns go to the devices that are not the host; if there are such, the host may factor the panels with
/// partial pivoting, if they can't do it well: for others its way is too long (docs/design/factorizations.md,
/// "Panels on the host").
void choose_devices(LuLayout& layout, const LuProblem& problem, const Target& target, std::size_t most) {
    layout.devices = block_column_devices(problem.type, target);
    layout.devices.resize(std::min({layout.devices.size(), layout.block_columns(), most}));
    if (target.devices[layout.devices.front()].traits.is_host) return;
    const std::vector<DeviceIndex> hosts = computing_devices(problem.type, target, true);
    if (hosts.empty() || problem.pivoting != Pivoting::partial) return;
    const DeviceModel& device = target.devices[layout.devices.front()];
    if (factors_panels_well(problem, device)) return;
    if (panel_seconds(layout, problem, device, &target.devices[hosts.back()]) <
        panel_seconds(layout, problem, device, nullptr))
        layout.panel_device = hosts.back();
}

/// A layout for no devices yet.
LuLayout panels_of(const LuProblem& problem, std::int64_t panel) {
    LuLayout layout;
    layout.m = problem.m;
    layout.n = problem.n;
    layout.panel = panel;
    layout.block_column = kPanelsPerBlock * layout.panel;
    layout.right_hand_sides = problem.nrhs;
    layout.pivots = problem.pivoting != Pivoting::none;
    const std::int64_t panels =
        layout.pivots ? std::clamp<std::int64_t>(kernels::kMostPivotsOfList / panel, 1, kMostPanelsOfGroup)
                      : kPanelsPerBlock;
    layout.group = panels * panel;
    return layout;
}

}  // namespace

LuLayout lu_layout(const LuProblem& problem, const Target& target, std::int64_t panel,
                   std::size_t most_devices) {
    LuLayout layout = panels_of(problem, panel);
    choose_devices(layout, problem, target, most_devices);
    // The last ones have little to update, and are to leave soon.
    if (!layout.panel_device) layout.paired = static_cast<std::int64_t>(layout.panels() * 3 / 8 * 2) * panel;
    const bool one_device = layout.devices.size() == 1;
    const auto fit = [&](bool copies) { return blocks_that_fit(layout, problem, target, copies); };
    std::size_t most = fit(!one_device);
    if (most < layout.block_columns()) most = fit(true);
    if (most == 0) throw no_block_column_fits(layout, problem, target);
    if (problem.nrhs > 0 && most < layout.block_columns())
        throw Error(ErrorCode::out_of_memory, "a solve in one program needs all of A on the devices");
    layout = in_passes(layout, std::min(most, layout.block_columns()));
    if (layout.passes() > 1) return layout;
    // Panels that late columns still need take as much memory as the columns, at most.
    layout.loads_by_need = layout.steps_are_blocks() && fit(true) >= 2 * layout.block_columns();
    if (one_device) layout.blocks_together = kBlocksTogether;
    layout.beside =
        one_device && !layout.panel_device && has_room_beside_panels(target.devices[layout.devices.front()]);
    return layout;
}

std::vector<std::size_t> block_counts(const LuLayout& layout) {
    std::vector<std::size_t> counts{layout.block_columns_per_pass};
    while (layout.right_hand_sides == 0 && counts.back() > 1) counts.push_back(counts.back() - 1);
    return counts;
}

LuLayout in_passes(LuLayout layout, std::size_t blocks) {
    layout.block_columns_per_pass = blocks;
    layout.last_alone = layout.panel * static_cast<std::int64_t>(
                                           std::max(kLeastAlone, layout.panels() / layout.passes() / 4));
    if (layout.passes() == 1) return layout;
    layout.loads_by_need = false;
    layout.blocks_together = 1;
    layout.beside = false;
    return layout;
}

std::size_t lu_device_count(const LuProblem& problem, const Target& target) {
    LuLayout layout = panels_of(problem, panel_width(problem));
    choose_devices(layout, problem, target, target.devices.size());
    return layout.devices.size();
}

}  // namespace hg
