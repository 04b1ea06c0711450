#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "lapack/lu/getrf_definition.hpp"
#include "lapack/passes/dependencies.hpp"
#include "lapack/passes/divide.hpp"
#include "lapack/passes/fuse.hpp"
#include "lapack/passes/list_schedule.hpp"
#include "lapack/passes/merge.hpp"
#include "lapack/passes/permutations.hpp"
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

test::ExactMatrix result_of(std::int64_t m, std::int64_t n, const std::vector<TileOperations>& lists) {
    TileExecutor executor(m, n, true);
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

}  // namespace
}  // namespace hg
