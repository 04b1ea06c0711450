#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "blas/cost/plan.hpp"
#include "blas/session/learned_times.hpp"
#include "support/simulated_plans.hpp"
#include <hg/blas/gemm_program.hpp>

namespace hg {
namespace {

TEST(LearnedTimes, AKindOfCallHasSizeClasses) {
    EXPECT_EQ(kind_of_call("gemm f64 nn 8192 8000 16384 0 pinned"), "gemm f64 nn ~26 ~26 ~28 ~0 pinned");
    EXPECT_EQ(kind_of_call("trsm c32 l 100 without 1,2"), kind_of_call("trsm c32 l 101 without 1,2"));
    EXPECT_NE(kind_of_call("potrf f64 l 8192"), kind_of_call("potrf f64 l 16384"));
    EXPECT_NE(kind_of_call("potrf f64 l 8192"), kind_of_call("potrf f32 l 8192"));
}

TEST(LearnedTimes, AFactorIsTheSmallestOfTheLastRatios) {
    LearnedTimes times;
    const auto factors = [&] { return times.factors("gemm").by_count; };
    for (const double seconds : {1.5, 1.4}) times.add("gemm", {2, 1}, seconds);
    EXPECT_TRUE(factors().empty()) << "both may have been disturbed";
    times.add("gemm", {2, 1}, 1.3);
    EXPECT_EQ(factors(), (std::vector<double>{1, 1.3}));
    for (const double seconds : {9.0, 1.1}) times.add("gemm", {2, 1}, seconds);
    EXPECT_EQ(factors(), (std::vector<double>{1, 1.1}));
    for (int run = 0; run < 5; ++run) times.add("gemm", {2, 1}, 1.2);
    EXPECT_EQ(factors(), (std::vector<double>{1, 1.1}));
    times.add("gemm", {2, 1}, 1.2);
    EXPECT_EQ(factors(), (std::vector<double>{1, 1.2})) << "1.1 is too long ago";
    EXPECT_TRUE(times.factors("trsm").by_count.empty());
}

TEST(LearnedTimes, WhatWasNotTriedIsOffAsMuchAsFewerDevicesAre) {
    const LearnedTimes times({{"gemm", {0, 1.5, 0, 1.2}}});
    EXPECT_EQ(times.factors("gemm").by_count, (std::vector<double>{1, 1.5, 1.5, 1.2}));
}

TEST(LearnedTimes, WhatIsAsSimulatedCountsAsTried) {
    LearnedTimes times;
    for (int run = 0; run < 3; ++run) times.add("gemm", {4, 1}, 1);
    for (int run = 0; run < 3; ++run) times.add("gemm", {2, 1}, 1.5);
    EXPECT_EQ(times.factors("gemm").by_count, (std::vector<double>{1, 1.5, 1.5, 1}));
    EXPECT_EQ(times.factors("gemm").edition, 1U);
}

TEST(LearnedTimes, ShortRunsScatterMore) {
    LearnedTimes times;
    for (int run = 0; run < 5; ++run) times.add("gemm", {1, 1e-3}, 2e-3);
    EXPECT_TRUE(times.factors("gemm").by_count.empty());
    times.add("gemm", {1, 1e-3}, 2e-3);
    EXPECT_EQ(times.factors("gemm").by_count, std::vector<double>{2});
}

TEST(LearnedTimes, TheEditionTellsWhenPlansMayChange) {
    LearnedTimes times;
    const auto edition_after = [&](double seconds) {
        times.add("gemm", {1, 1}, seconds);
        return times.factors("gemm").edition;
    };
    for (int run = 0; run < 2; ++run) EXPECT_EQ(edition_after(1.2), 0U);
    EXPECT_EQ(edition_after(1.2), 1U);
    EXPECT_EQ(edition_after(1.21), 1U) << "noise";
    static_cast<void>(edition_after(0.9));
    EXPECT_EQ(times.factors("gemm").by_count, std::vector<double>{1})
        << "less than simulated counts as simulated";
}

TEST(LearnedTimes, AMachineWhoseTimesNeverSettleIsNotPlannedForAgainAndAgain) {
    LearnedTimes times;
    for (int run = 0; run < 400; ++run) times.add("gemm", {1, 1}, 2 + run / 10 % 2);
    EXPECT_EQ(times.factors("gemm").edition, 8U);
}

TEST(LearnedTimes, TheFirstRunOfAProgramDoesNotCount) {
    LearnedTimes times;
    int asked = 0;
    const auto expected = [&]() -> LearnedTimes::Expected {
        ++asked;
        return {2, 1};
    };
    for (const double seconds : {1.0, 2.0, 2.0, 2.0}) times.note_run("gemm", "gemm 100", seconds, expected);
    EXPECT_EQ(asked, 1);
    EXPECT_EQ(times.factors("gemm").by_count, (std::vector<double>{1, 2}));
}

TEST(LearnedTimes, RunsThatOverlapAreNotTimed) {
    LearnedTimes times;
    {
        const LearnedTimes::Timer first(times);
        EXPECT_GT(first.seconds(), 0);
        {
            const LearnedTimes::Timer second(times);
            EXPECT_EQ(second.seconds(), 0);
        }
        EXPECT_EQ(first.seconds(), 0);
    }
    EXPECT_GT(LearnedTimes::Timer(times).seconds(), 0);
}

TEST(LearnedTimes, WhatWasLearnedIsKeptAndKnownLater) {
    LearnedFactors kept;
    LearnedTimes times({{"trsm", {1, 2}}}, [&](const std::string& kind, const std::vector<double>& by_count) {
        kept[kind] = by_count;
    });
    EXPECT_EQ(times.factors("trsm").by_count, (std::vector<double>{1, 2}));
    EXPECT_EQ(times.factors("trsm").edition, 0U);
    for (int run = 0; run < 3; ++run) times.add("gemm", {3, 1}, 1.5);
    EXPECT_EQ(kept, (LearnedFactors{{"gemm", {0, 0, 1.5}}}));
}

TEST(LearnedTimes, PlansTakeFewerDevicesIfMoreWereTooSlow) {
    Target target = test::nvidia_gpus(2);
    const GemmProblem problem{.m = 16384, .n = 16384, .k = 16384};
    const auto devices = [&] { return devices_in_use(gemm_program(problem, target)); };
    EXPECT_EQ(devices(), 2U);
    target.learned = {1, 3};
    EXPECT_EQ(devices(), 1U);
    target.learned = {3};
    EXPECT_EQ(devices(), 2U) << "two are off as much";
    target.learned = {3, 3};
    EXPECT_EQ(devices(), 2U);
}

}  // namespace
}  // namespace hg
