// What `hgctl compare` decides with: quantiles, ranks.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "tools/hgctl/compare/rank_sum.hpp"
#include "tools/hgctl/compare/row_change.hpp"
#include "tools/workload/timing/samples.hpp"

namespace hgctl {
namespace {

std::vector<double> from(double first, std::size_t count, double step = 1) {
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = first + step * static_cast<double>(i);
    return values;
}

TEST(Samples, QuartilesLieBetweenTheValues) {
    EXPECT_EQ((Samples{{4, 1, 3, 2, 5}}.quartiles()), (std::vector<double>{2, 4}));
    EXPECT_EQ((Samples{{4, 1, 3, 2}}.quartiles()), (std::vector<double>{1.75, 3.25}));
    EXPECT_EQ((Samples{{7}}.quartiles()), (std::vector<double>{7, 7}));
    EXPECT_DOUBLE_EQ((Samples{{4, 1, 3, 2, 5}}.spread()), 2.0 / 3);
}

TEST(RankSum, CountsTheChoicesOfRanks) {
    EXPECT_NEAR(rank_sum_p(from(1, 3), from(4, 3)), 0.1, 1e-12);
    EXPECT_NEAR(rank_sum_p(from(1, 5), from(6, 5)), 2.0 / 252, 1e-12);
    EXPECT_NEAR(rank_sum_p(from(6, 5), from(1, 5)), 2.0 / 252, 1e-12);
    // W = 1 + 2 + 3 + 6 = 12; of 70 choices, 4 have a sum of at most 12 and 4 of at least 24.
    EXPECT_NEAR(rank_sum_p({1, 2, 3, 6}, {4, 5, 7, 8}), 8.0 / 70, 1e-12);
    EXPECT_EQ(rank_sum_p({1, 2, 3}, {1, 2, 3}), 1);
    EXPECT_EQ(rank_sum_p({}, {1}), 1);
}

TEST(RankSum, GivesTiesTheirMeanRank) {
    EXPECT_NEAR(rank_sum_p({1, 1, 1}, {2, 2, 2}), 0.1, 1e-12);
    EXPECT_EQ(rank_sum_p({1, 1, 2}, {1, 2, 2}), 1);
    EXPECT_EQ(rank_sum_p({1, 1, 1}, {1, 1, 1}), 1);
    EXPECT_EQ(rank_sum_p(std::vector<double>(40, 1.0), std::vector<double>(40, 1.0)), 1);
}

TEST(RankSum, IsContinuousWhereTheApproximationBegins) {
    for (const double shift : {0.0, 2.0, 5.0, 8.0}) {
        const double exact = rank_sum_p(from(0, 25), from(shift + 0.5, 25));
        const double approximate = rank_sum_p(from(0, 26), from(shift + 0.5, 26));
        EXPECT_NEAR(exact, approximate, 0.02) << shift;
    }
    EXPECT_LT(rank_sum_p(from(0, 40), from(100, 40)), 1e-12);
}

BenchFileRow row(const std::string& n, const std::vector<double>& seconds) {
    return {.keys = {{"n", n}}, .time = {}, .seconds = seconds};
}

TEST(RowChange, TellsChangesFromSpread) {
    const BenchFileRow base = row("1", from(1, 5, 0.01));
    EXPECT_EQ(RowChange(base, row("1", from(1.2, 5, 0.01))).verdict, RowVerdict::slower);
    EXPECT_EQ(RowChange(base, row("1", from(0.8, 5, 0.01))).verdict, RowVerdict::faster);
    EXPECT_EQ(RowChange(base, row("1", from(1.005, 5, 0.01))).verdict, RowVerdict::same);
    EXPECT_EQ(RowChange(base, row("1", {1.3, 1.3})).verdict, RowVerdict::too_few_runs);
    const RowChange slower(base, row("1", from(1.2, 5, 0.01)));
    EXPECT_NEAR(slower.change, 0.2 / 1.02, 1e-12);
    EXPECT_TRUE(slower.is_beyond(0.1));
    EXPECT_FALSE(slower.is_beyond(0.2));
    EXPECT_TRUE(RowChange(base, row("1", {1.3, 1.3})).is_beyond(0.1));
}

TEST(BenchComparison, MatchesEqualKeysInTheirOrder) {
    BenchFile first, second;
    first.rows = {row("1", {1}), row("2", {2}), row("1", {3})};
    second.rows = {row("1", {4}), row("1", {5}), row("3", {6})};
    const BenchComparison comparison = compared(first, second);
    ASSERT_EQ(comparison.changes.size(), 2U);
    EXPECT_EQ(comparison.changes[0].second, &second.rows[0]);
    EXPECT_EQ(comparison.changes[1].second, &second.rows[1]);
    EXPECT_EQ(comparison.only_first, (std::vector<const BenchFileRow*>{&first.rows[1]}));
    EXPECT_EQ(comparison.only_second, (std::vector<const BenchFileRow*>{&second.rows[2]}));
}

}  // namespace
}  // namespace hgctl
