#include <gtest/gtest.h>

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
    times.add("gemm", 2, 1, 1.5);
    EXPECT_TRUE(factors().empty()) << "one run may have been disturbed";
    times.add("gemm", 2, 1, 1.3);
    EXPECT_EQ(factors(), (std::vector<double>{1, 1.3}));
    times.add("gemm", 2, 1, 9);
    EXPECT_EQ(factors(), (std::vector<double>{1, 1.3}));
    for (int run = 0; run < 3; ++run) times.add("gemm", 2, 1, 1.1);
    EXPECT_EQ(factors(), (std::vector<double>{1, 1.1}));
    EXPECT_TRUE(times.factors("trsm").by_count.empty());
}

TEST(LearnedTimes, TheEditionTellsWhenPlansMayChange) {
    LearnedTimes times;
    const auto edition_after = [&](double seconds) {
        times.add("gemm", 1, 1, seconds);
        return times.factors("gemm").edition;
    };
    EXPECT_EQ(edition_after(1.2), 0U);
    EXPECT_EQ(edition_after(1.2), 1U);
    EXPECT_EQ(edition_after(1.21), 1U) << "noise";
    for (const double seconds : {0.9, 0.9, 0.9}) static_cast<void>(edition_after(seconds));
    EXPECT_EQ(times.factors("gemm").by_count, std::vector<double>{1})
        << "less than simulated counts as simulated";
}

TEST(LearnedTimes, PlansTakeFewerDevicesIfMoreWereTooSlow) {
    Target target = test::nvidia_gpus(2);
    const GemmProblem problem{.m = 16384, .n = 16384, .k = 16384};
    const auto devices = [&] { return devices_in_use(gemm_program(problem, target)); };
    EXPECT_EQ(devices(), 2U);
    target.learned = {1, 3};
    EXPECT_EQ(devices(), 1U);
    target.learned = {3, 3};
    EXPECT_EQ(devices(), 2U);
}

}  // namespace
}  // namespace hg
