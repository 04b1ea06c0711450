#include "lapack/lu/lu_operations.hpp"

#include <algorithm>

#include "lapack/lu/getrf_definition.hpp"
#include "lapack/passes/distribute.hpp"
#include "lapack/passes/divide.hpp"
#include "lapack/passes/fuse.hpp"
#include "lapack/passes/list_schedule.hpp"
#include "lapack/passes/merge.hpp"
#include "lapack/passes/operation_seconds.hpp"
#include "lapack/passes/permutations.hpp"
#include "lapack/passes/store_final.hpp"

namespace hg {
namespace {

/// Seconds of a panel's column beside its arithmetic. Rather too short than too long: if a panel takes longer
/// than assumed, updates of the next one wait for it; if it is done earlier, it waits for other updates.
constexpr double kSecondsOfColumn = 2e-6;

/// Bytes of rows that leave together, at least.
constexpr std::int64_t kLeastBytes = std::int64_t{8} << 20;

/// Columns arrive while others are factored, on one device that has room for all.
bool arrives_in_one_pass(const LuLayout& layout) {
    return layout.devices.size() == 1 && layout.passes() == 1;
}

/// The textbook's operations without permutations, by block columns, or by panels if these arrive one by one.
TileOperations updates_of(const LuLayout& layout) {
    const std::int64_t unit = arrives_in_one_pass(layout) ? layout.panel : layout.step();
    const std::vector<std::int64_t> bounds = multiples(unit, layout.n + layout.right_hand_sides);
    const TileOperations textbook =
        getrf_definition(layout.m, layout.n, layout.right_hand_sides, layout.panel);
    return fuse_updates(
        divide_columns(without_permutations(textbook), bounds),
        {.depth = 2 * layout.panel, .limit = layout.paired, .distance = 2 * layout.block_column});
}

DeferredPermutations permutations_of(const LuLayout& layout, std::span<const BlockColumn> blocks,
                                     std::size_t pass) {
    DeferredPermutations how{.rows = layout.m,
                             .groups = {},
                             .stored = {},
                             .within_groups = layout.devices.size() == 1,
                             .owners_read_copies = !layout.panel_device,
                             .device_of = [=](std::int64_t c) { return blocks[block_at(blocks, c)].device; },
                             .step = layout.step()};
    for (std::int64_t c = 0; c < layout.order(); c = how.groups.back().end)
        how.groups.push_back(layout.group_of(c));
    for (std::size_t s = 0; s < pass; ++s) how.stored.push_back(layout.factored_in_pass(s));
    return how;
}

/// Rows are stored by whole groups of panels or steps, in large tiles; the last ones do not wait for more.
FinalTiles stores_of(const LuProblem& problem, const LuLayout& layout, std::span<const BlockColumn> blocks,
                     std::size_t pass) {
    const std::int64_t first = layout.first_of_pass(pass);
    const std::int64_t last = static_cast<std::int64_t>(layout.panels()) * layout.panel - layout.last_alone;
    const auto whole_groups_before = [&layout, first](std::int64_t row) {
        if (first <= row && layout.steps_are_blocks()) return row / layout.block_column * layout.block_column;
        if (row >= layout.order()) return row;
        return (first <= row ? layout.group_of(row) : layout.pair_of(row)).begin;
    };
    const auto rows_before = [=, &layout, type = problem.type](std::int64_t row, const Span& columns) {
        const std::int64_t end = whole_groups_before(row);
        const std::int64_t unit = end > last ? layout.panel : layout.stored_rows(kLeastBytes, columns, type);
        return end / unit * unit;
    };
    return {.units = columns_of(blocks), .rows_before = rows_before, .before_exchanges = true};
}

}  // namespace

std::vector<TileOperations> lu_operations(const LuProblem& problem, const LuLayout& layout,
                                          const Target& target) {
    const std::vector<BlockColumn> blocks = layout.distributed();
    std::vector<std::int64_t> registers;
    for (const BlockColumn& b : blocks) registers.push_back(b.first);
    const OperationCosts costs{target, problem.type, layout.devices.size(), problem.pinned, kSecondsOfColumn};
    const bool arrives = arrives_in_one_pass(layout);
    const ListScheduleOptions order{
        .seconds = [&](const TileOperation& op) { return operation_seconds(op, costs); },
        .step = layout.step(),
        .left_looking = arrives ? layout.order() / 2 : 0,
        .loads_in_between = arrives || layout.loads_by_need};
    const TileOperations updates = updates_of(layout);
    std::vector<TileOperations> lists;
    for (std::size_t pass = 0; pass < layout.passes(); ++pass) {
        TileOperations list = distribute(updates, {blocks, layout.columns_of_pass(pass), layout.panel});
        for (TileOperation& op : list)
            if (op.kind == TileOperation::Kind::factor && (layout.beside || layout.panel_device))
                op.queue = QueueKind::exec2;
        list = list_schedule(list, order);
        if (layout.pivots) list = defer_permutations(list, permutations_of(layout, blocks, pass));
        lists.push_back(
            store_final(merge_columns(list, registers), stores_of(problem, layout, blocks, pass)));
    }
    return lists;
}

TileOperations interchanges_of_stored(const LuLayout& layout) {
    TileOperations list;
    for (const BlockColumn& b : layout.distributed()) {
        const std::size_t pass =
            static_cast<std::size_t>(b.first / layout.block_column) / layout.block_columns_per_pass;
        const Span later{layout.factored_in_pass(pass).end, layout.order()};
        if (!layout.pivots || later.empty()) continue;
        const Span rows{later.begin, layout.m};
        list.push_back({.kind = TileOperation::Kind::permute,
                        .writes = {rows, {b.first, b.end()}},
                        .left = {rows, later},
                        .device = b.device});
    }
    return list;
}

}  // namespace hg
