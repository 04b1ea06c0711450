#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "lapack/lu/getrf_definition.hpp"
#include "lapack/lu/lu_operations.hpp"
#include "lapack/passes/dependencies.hpp"
#include "lapack/passes/divide.hpp"
#include "lapack/passes/fuse.hpp"
#include "lapack/passes/list_schedule.hpp"
#include "lapack/passes/merge.hpp"
#include "lapack/passes/permutations.hpp"
#include "support/fast_gpus.hpp"
#include "support/tile_executor.hpp"

namespace hg {
namespace {

using Kind = TileOperation::Kind;
using test::TileExecutor;

std::string text(const TileOperation& operation) {
    std::ostringstream out;
    out << operation;
    return out.str();
}

test::ExactMatrix result_of(std::int64_t m, std::int64_t n, const std::vector<TileOperations>& lists,
                            bool owners_read_copies = true) {
    TileExecutor executor(m, n, owners_read_copies);
    for (const TileOperations& list : lists) executor.execute(list);
    return executor.result();
}

constexpr std::int64_t kOrder = 40;
constexpr std::int64_t kPanel = 4;

TileOperations textbook() {
    return getrf_definition(kOrder, kOrder, 0, kPanel);
}
TileOperations divided() {
    return divide_columns(textbook(), {4, 8, 12, 16, 20, 24, 28, 32, 36});
}

void expect_same_result(const TileOperations& list) {
    EXPECT_EQ(result_of(kOrder, kOrder, {list}), result_of(kOrder, kOrder, {textbook()}));
}

TEST(Passes, TheDefinitionIsTheTextbooks) {
    std::vector<std::string> steps;
    for (const TileOperation& op : getrf_definition(96, 128, 0, 64)) steps.push_back(text(op));
    const std::vector<std::string> expected{
        "factor A[0..96, 0..64] on 0",
        "permute A[0..96, 64..128] by A[0..96, 0..64] on 0",
        "solve A[0..64, 64..128] by A[0..64, 0..64] on 0",
        "update A[64..96, 64..128] by A[64..96, 0..64] A[0..64, 64..128] on 0",
        "factor A[64..96, 64..96] on 0",
        "permute A[64..96, 0..64] by A[64..96, 64..96] on 0",
        "permute A[64..96, 96..128] by A[64..96, 64..96] on 0",
        "solve A[64..96, 96..128] by A[64..96, 64..96] on 0"};
    EXPECT_EQ(steps, expected);
}

TEST(Passes, DividedOperationsWriteTheSameColumns) {
    expect_same_result(divided());
    for (const TileOperation& op : divided()) EXPECT_LE(op.writes.cols.size(), kPanel) << text(op);
}

TEST(Passes, OperationsWaitForWhatTheyReadAndOverwrite) {
    const TileOperations list = getrf_definition(12, 12, 0, 4);
    const OperationDependencies found = dependencies(list);
    std::vector<std::string> edges;
    for (std::size_t i = 0; i < list.size(); ++i)
        for (const std::uint32_t j : found.followers[i])
            edges.push_back(std::to_string(i) + ' ' + std::to_string(j));
    // 0 factor, 1 permute, 2 solve, 3 update, 4 factor, 5 permute left, 6 permute, 7 solve, 8 update, ...
    for (const char* edge : {"0 1", "1 2", "2 3", "3 4", "4 5", "3 5", "4 6", "3 6", "6 7", "7 8", "8 9"})
        EXPECT_TRUE(std::ranges::count(edges, edge)) << edge;
    for (const char* none : {"5 6", "5 7", "0 4", "1 4"})
        EXPECT_FALSE(std::ranges::count(edges, none)) << none;
}

TEST(Passes, FusedUpdatesAreDeeper) {
    const TileOperations fused = fuse_updates(divided(), {.depth = 8, .limit = 32, .distance = 16});
    // Permutations of the second panel must be applied to the first: it is their place that deferral finds.
    const TileOperations placed = defer_permutations(
        without_permutations(fused), {.rows = kOrder,
                                      .groups = {{0, 8}, {8, 16}, {16, 24}, {24, 32}, {32, 40}},
                                      .stored = {},
                                      .device_of = [](std::int64_t) { return DeviceIndex{0}; },
                                      .step = 8});
    expect_same_result(placed);
    std::int64_t deep = 0;
    for (const TileOperation& op : placed)
        if (op.kind == Kind::update && op.left.cols.size() == 8) {
            EXPECT_GE(op.writes.cols.begin, op.left.cols.begin + 16) << text(op);
            ++deep;
        }
    EXPECT_EQ(deep, 6 + 4 + 2);
}

TEST(Passes, PermutationsMayComeLater) {
    for (const bool within_groups : {true, false})
        for (const std::int64_t group : {4, 8, 16, 40}) {
            std::vector<Span> groups;
            for (std::int64_t c = 0; c < kOrder; c += group)
                groups.push_back({c, std::min(c + group, kOrder)});
            const TileOperations placed = defer_permutations(
                without_permutations(divided()), {.rows = kOrder,
                                                  .groups = groups,
                                                  .stored = {},
                                                  .within_groups = within_groups,
                                                  .device_of = [](std::int64_t) { return DeviceIndex{0}; },
                                                  .step = kPanel});
            SCOPED_TRACE(std::to_string(group) + (within_groups ? ", within groups" : ""));
            expect_same_result(placed);
        }
}

TEST(Passes, ScheduledOperationsKeepTheirDependencies) {
    for (const bool left_looking : {true, false}) {
        TileOperations list = without_permutations(divided());
        for (std::int64_t c = kOrder; c > 0; c -= kPanel)
            list.insert(list.begin(), {.kind = Kind::copy, .writes = {{0, kOrder}, {c - kPanel, c}}});
        for (TileOperation& op : list)
            if (op.kind == Kind::factor) op.queue = QueueKind::exec2;
        const TileOperations scheduled = list_schedule(
            list, {.seconds = [](const TileOperation& op) { return op.kind == Kind::copy ? 3.0 : 1.0; },
                   .step = 2 * kPanel,
                   .left_looking = left_looking ? kOrder : 0});
        EXPECT_EQ(scheduled.size(), list.size());
        const TileOperations placed =
            defer_permutations(scheduled, {.rows = kOrder,
                                           .groups = {{0, 16}, {16, 32}, {32, 40}},
                                           .stored = {},
                                           .device_of = [](std::int64_t) { return DeviceIndex{0}; },
                                           .step = 2 * kPanel});
        expect_same_result(placed);
        expect_same_result(merge_columns(placed, {16}));
    }
}

/// Until the last column is there, none behind the next panel's is touched.
TEST(Passes, ColumnsThatArriveAreTakenFromTheLeft) {
    TileOperations list = without_permutations(divided());
    for (std::int64_t c = kOrder; c > 0; c -= kPanel)
        list.insert(list.begin(), {.kind = Kind::copy, .writes = {{0, kOrder}, {c - kPanel, c}}});
    const auto seconds = [](const TileOperation& op) { return op.kind == Kind::copy ? 50.0 : 1.0; };
    std::int64_t factored = 0;
    for (const TileOperation& op :
         list_schedule(list, {.seconds = seconds, .step = kPanel, .left_looking = kOrder})) {
        if (op.kind == Kind::factor) factored = op.writes.cols.end;
        if (op.kind == Kind::update) {
            EXPECT_LE(op.writes.cols.begin, factored + kPanel) << text(op);
        }
    }
}

TEST(Passes, MergedOperationsAreWide) {
    const TileOperations merged = merge_columns(divided(), {20});
    expect_same_result(merged);
    EXPECT_LT(merged.size(), divided().size() / 2);
    for (const TileOperation& op : merged)
        EXPECT_FALSE(op.writes.cols.begin < 20 && 20 < op.writes.cols.end) << text(op);
}

struct Case {
    std::int64_t m, n, right_hand_sides;
    std::size_t devices, block_columns_per_pass;
    bool beside;
    bool panels_on_host = false;
};

/// Panels of 4 columns in block columns of two.
LuLayout layout_of(const Case& c) {
    LuLayout layout;
    layout.m = c.m;
    layout.n = c.n;
    layout.panel = 4;
    layout.block_column = 8;
    layout.right_hand_sides = c.right_hand_sides;
    for (std::size_t d = 0; d < c.devices; ++d) layout.devices.push_back(static_cast<DeviceIndex>(d));
    layout.group = 16;
    layout.last_alone = 12;
    layout.paired = static_cast<std::int64_t>(layout.panels() * 3 / 8 * 2) * layout.panel;
    if (c.panels_on_host) {
        layout.panel_device = static_cast<DeviceIndex>(c.devices);
        layout.paired = 0;
    }
    layout.block_columns_per_pass = std::min(c.block_columns_per_pass, layout.block_columns());
    const bool one_pass = layout.passes() == 1;
    layout.beside = c.beside && !c.panels_on_host && c.devices == 1 && one_pass;
    layout.blocks_together = c.devices == 1 && one_pass ? 4 : 1;
    layout.loads_by_need = c.beside && !c.panels_on_host && c.devices > 1 && one_pass;
    return layout;
}

template <class Body>
void for_all_layouts(const Body& body) {
    for (const auto& [m, n] : {std::pair{1, 1}, {40, 40}, {97, 97}, {30, 75}, {75, 30}})
        for (const std::size_t devices : {1U, 2U, 3U})
            for (const std::size_t block_columns_per_pass : {100U, 4U, 3U, 1U})
                for (const std::int64_t right_hand_sides : {0, 3})
                    for (const bool beside : {false, true}) {
                        if (right_hand_sides > 0 && (m != n || block_columns_per_pass < 100)) continue;
                        SCOPED_TRACE(std::to_string(m) + " x " + std::to_string(n) + " on " +
                                     std::to_string(devices) + ", " + std::to_string(block_columns_per_pass) +
                                     " blocks a pass, " + std::to_string(right_hand_sides) +
                                     " right-hand sides" + (beside ? ", beside" : ""));
                        body(Case{m, n, right_hand_sides, devices, block_columns_per_pass, beside});
                        if (testing::Test::HasFailure()) return;
                    }
}

std::vector<TileOperations> lists_of(const Case& c) {
    const LuLayout layout = layout_of(c);
    std::vector<TileOperations> lists =
        lu_operations({.m = c.m, .n = c.n, .nrhs = c.right_hand_sides}, layout, test::fast_gpus(c.devices));
    lists.push_back(interchanges_of_stored(layout));
    return lists;
}

/// All passes together, for one device and several, in one pass over the matrix and in many.
TEST(LuPasses, GiveTheTextbooksResult) {
    for_all_layouts([](const Case& c) {
        const std::int64_t cols = c.n + c.right_hand_sides;
        EXPECT_EQ(result_of(c.m, cols, lists_of(c)),
                  result_of(c.m, cols, {getrf_definition(c.m, c.n, c.right_hand_sides, 4)}));
    });
}

TEST(LuPasses, GiveItIfTheHostFactorsPanels) {
    for_all_layouts([](Case c) {
        if (c.beside) return;
        c.panels_on_host = true;
        const std::int64_t cols = c.n + c.right_hand_sides;
        EXPECT_EQ(result_of(c.m, cols, lists_of(c), false),
                  result_of(c.m, cols, {getrf_definition(c.m, c.n, c.right_hand_sides, 4)}));
    });
}

/// For each column the panels, or pairs, that it is updated by, in order: what bits depend on.
std::vector<std::string> updates_of_columns(const Case& c) {
    std::vector<std::string> updates(static_cast<std::size_t>(c.n + c.right_hand_sides));
    for (const TileOperations& list : lists_of(c))
        for (const TileOperation& op : list)
            for (std::int64_t j = op.writes.cols.begin; j < op.writes.cols.end && op.kind == Kind::update;
                 ++j)
                updates[static_cast<std::size_t>(j)] +=
                    ' ' + std::to_string(op.left.cols.begin) + ".." + std::to_string(op.left.cols.end);
    return updates;
}

TEST(LuPasses, SumsDoNotDependOnTheDevices) {
    for_all_layouts([](const Case& c) {
        const Case one{c.m, c.n, c.right_hand_sides, 1, 100, false};
        EXPECT_EQ(updates_of_columns(c), updates_of_columns(one));
    });
}

/// Between a panel and the first operation that waits for it there are updates by panels before it.
TEST(LuPasses, UpdatesStandBesidePanels) {
    std::int64_t in_flight = 0;
    std::size_t accompanied = 0;
    const TileOperations list = lists_of({128, 128, 0, 1, 100, true}).front();
    for (const TileOperation& op : list) {
        if (op.kind == Kind::factor) {
            EXPECT_EQ(op.queue, QueueKind::exec2) << text(op);
            in_flight = op.writes.cols.begin;
        }
        if (op.kind != Kind::update || in_flight < 0) continue;
        if (op.left.cols.end <= in_flight) ++accompanied;
        in_flight = -1;
    }
    EXPECT_GE(accompanied, 16U);
}

}  // namespace
}  // namespace hg
