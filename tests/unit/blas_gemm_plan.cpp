#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "blas/level3/product/gemm_builder.hpp"
#include "blas/level3/product/gemm_roofline.hpp"
#include "support/expected_error.hpp"
#include "support/simulated_plans.hpp"
#include <hg/blas/gemm_program.hpp>

namespace hg {
namespace {

using test::fast_gpus;

double predicted(const GemmProblem& problem, const Target& target, const GemmPlan& plan) {
    return simulate(gemm_program(problem, plan, target, kernels::Database::shipped()), target).makespan;
}

GemmPlan plan_of(const GemmProblem& problem, const Target& target) {
    return plan_gemm(problem, target, kernels::Database::shipped()).candidate;
}

/// Shapes of every kind: square, tall, wide, deep, thin.
const std::vector<GemmProblem>& shapes() {
    static const std::vector<GemmProblem> list{
        {.m = 100, .n = 100, .k = 100},       {.m = 1000, .n = 1000, .k = 1000},
        {.m = 4096, .n = 4096, .k = 4096},    {.m = 10007, .n = 10007, .k = 10007},
        {.m = 20000, .n = 300, .k = 20000},   {.m = 300, .n = 30000, .k = 300},
        {.m = 500, .n = 500, .k = 200000},    {.m = 30000, .n = 30000, .k = 200},
        {.m = 16384, .n = 16384, .k = 16384}, {.m = 9000, .n = 7000, .k = 0, .product = false}};
    return list;
}

TEST(GemmPlan, ADeviceMoreNeverSlowsACall) {
    for (const GemmProblem& problem : shapes())
        test::expect_more_devices_are_no_slower(problem.key(), {1, 2, 3, 4, 5, 8}, [&](const Target& target) {
            return gemm_program(problem, target);
        });
}

TEST(GemmPlan, MoreDevicesAreUsedWhereTheyHelp) {
    const GemmProblem problem{.m = 32768, .n = 32768, .k = 32768};
    const double one = predicted(problem, fast_gpus(1), plan_of(problem, fast_gpus(1)));
    const GemmPlan plan = plan_of(problem, fast_gpus(4));
    EXPECT_EQ(plan.parts.size(), 4u);
    EXPECT_GT(one / predicted(problem, fast_gpus(4), plan), 2.5);
    EXPECT_EQ(plan_of({.m = 64, .n = 64, .k = 64}, fast_gpus(4)).parts.size(), 1u)
        << "what one device does at once is not worth a second one";
}

TEST(GemmPlan, PartsCoverCOnce) {
    for (const GemmProblem& problem : shapes())
        for (std::size_t devices : {1u, 3u, 8u}) {
            const GemmPlan plan = plan_of(problem, fast_gpus(devices));
            std::int64_t elements = 0;
            for (const DevicePart& p : plan.parts) {
                EXPECT_GE(p.row, 0);
                EXPECT_GE(p.col, 0);
                EXPECT_LE(p.row + p.rows, problem.m);
                EXPECT_LE(p.col + p.cols, problem.n);
                elements += p.rows * p.cols;
                for (const DevicePart& q : plan.parts)
                    EXPECT_TRUE(&p == &q || p.row + p.rows <= q.row || q.row + q.rows <= p.row ||
                                p.col + p.cols <= q.col || q.col + q.cols <= p.col);
            }
            EXPECT_EQ(elements, problem.m * problem.n);
        }
}

TEST(GemmPlan, TheSumOverKIsDividedAlikeForAnyNumberOfDevices) {
    for (const GemmProblem& problem : shapes()) {
        const std::int64_t one = plan_of(problem, fast_gpus(1)).blocks.k;
        for (std::size_t devices : {2u, 4u, 8u})
            EXPECT_EQ(plan_of(problem, fast_gpus(devices)).blocks.k, one) << problem.key();
    }
}

TEST(GemmPlan, PredictionsComeNearTheRoofline) {
    const Target target = fast_gpus(1);
    for (const auto& [n, least] : {std::pair(4096, 0.75), std::pair(8192, 0.85), std::pair(32768, 0.95)}) {
        const GemmProblem problem{.m = n, .n = n, .k = n};
        const GemmPlan plan = plan_of(problem, target);
        EXPECT_GT(gemm_roofline(problem, plan.parts, target).seconds / predicted(problem, target, plan),
                  least)
            << n;
    }
}

/// They are faster than the rate of the devices, and a bound that is too high hides plans from the search.
TEST(GemmPlan, FlopsOfEmulatedProductsAreNoBound) {
    GemmProblem problem{.m = 32768, .n = 32768, .k = 32768};
    const Target target = fast_gpus(1);
    const std::vector<DevicePart> parts = plan_of(problem, target).parts;
    EXPECT_EQ(gemm_roofline(problem, parts, target).bound, "flops");
    problem.arithmetic = Arithmetic::emulated;
    EXPECT_NE(gemm_roofline(problem, parts, target).bound, "flops");
}

TEST(GemmPlan, PinnedMatricesHaveTallBlocksAndAreNotStaged) {
    Target target = fast_gpus(4);
    target.host_copy_rate = 20e9;  // far below the links
    GemmProblem problem{.m = 20000, .n = 20000, .k = 20000};
    const double staged = predicted(problem, target, plan_of(problem, target));
    problem.pinned = true;
    const GemmPlan plan = plan_of(problem, target);
    std::int64_t tallest = 0;
    for (const DevicePart& part : plan.parts) tallest = std::max(tallest, part.rows);
    EXPECT_GE(plan.blocks.m, std::min<std::int64_t>(tallest, 8192));
    target.host_copy_rate = 1e30;
    EXPECT_LT(predicted(problem, target, plan), 0.7 * staged);
    EXPECT_EQ(plan.blocks.k, plan_of({.m = 20000, .n = 20000, .k = 20000}, target).blocks.k)
        << "sums keep their order";
}

TEST(GemmPlan, OddMemoriesGiveSoundPrograms) {
    for (std::int64_t memory : {std::int64_t{1} << 20, std::int64_t{40} << 20, std::int64_t{900} << 20})
        test::expect_fits_memory(gemm_program({.m = 1500, .n = 1400, .k = 1300}, fast_gpus(3, memory)));
}

TEST(GemmPlan, WorkFollowsRates) {
    Target target = fast_gpus(2);
    target.devices[0].rate_f64 = 3e12;
    target.devices[1].rate_f64 = 1e12;
    const GemmPlan plan = plan_of({.m = 8000, .n = 8000, .k = 8000}, target);
    ASSERT_EQ(plan.parts.size(), 2u);
    for (const DevicePart& part : plan.parts)
        EXPECT_EQ(part.rows * part.cols, part.device == 0 ? 48000000 : 16000000);
}

TEST(GemmPlan, ABlockSizeOfTheCallersOwnIsTakenOnAllDevices) {
    const GemmPlan plan = plan_of({.m = 4000, .n = 10, .k = 10, .block = 100}, fast_gpus(3));
    EXPECT_EQ(plan.parts.size(), 3u);
    EXPECT_EQ(std::tuple(plan.blocks.m, plan.blocks.n, plan.blocks.k), std::tuple(100, 100, 100));
    EXPECT_EQ(plan_of({.m = 100, .n = 10, .k = 10, .block = 100}, fast_gpus(3)).parts.size(), 1u)
        << "too few rows for two devices";
}

TEST(GemmPlan, DevicesThatCannotComputeAreLeftOut) {
    Target target = fast_gpus(2);
    target.devices[0].has_f64 = false;
    const auto devices = [&](ElementType type) {
        std::vector<DeviceIndex> list;
        for (const DevicePart& part :
             plan_of({.type = type, .m = 20000, .n = 20000, .k = 20000}, target).parts)
            list.push_back(part.device);
        return list;
    };
    EXPECT_EQ(devices(ElementType::f64), (std::vector<DeviceIndex>{1}));
    EXPECT_EQ(devices(ElementType::f32), (std::vector<DeviceIndex>{0, 1}));
    target.devices[1].available = false;
    EXPECT_EQ(devices(ElementType::f32), (std::vector<DeviceIndex>{0}));
    const Error error = test::error_of([&] { return devices(ElementType::f64); });
    EXPECT_NE(error.message().find("double precision"), std::string::npos) << error.message();
    target.devices[0].available = false;
    test::expect_error(ErrorCode::device_lost, {}, [&] { return devices(ElementType::f32); });
}

TEST(DeviceGrid, EqualDevicesMakeARegularGrid) {
    const std::vector<DevicePart> parts = divide_among({{0, 1}, {1, 1}, {2, 1}, {3, 1}}, 2, 100, 60);
    ASSERT_EQ(parts.size(), 4u);
    for (const DevicePart& part : parts) {
        EXPECT_EQ(part.rows, 50);
        EXPECT_EQ(part.cols, 30);
    }
    EXPECT_EQ(std::tuple(parts[1].device, parts[1].row, parts[1].col), std::tuple(1, 50, 0));
    EXPECT_EQ(std::tuple(parts[2].device, parts[2].row, parts[2].col), std::tuple(2, 0, 30));
}

TEST(DeviceGrid, ColumnsAndRowsFollowRates) {
    const std::vector<DevicePart> parts = divide_among({{5, 3}, {2, 1}, {4, 4}}, 2, 100, 60);
    ASSERT_EQ(parts.size(), 3u);
    EXPECT_EQ(std::tuple(parts[0].device, parts[0].rows, parts[0].cols), std::tuple(5, 75, 30));
    EXPECT_EQ(std::tuple(parts[1].device, parts[1].rows, parts[1].cols), std::tuple(2, 25, 30));
    EXPECT_EQ(std::tuple(parts[2].device, parts[2].rows, parts[2].cols), std::tuple(4, 100, 30));
}

}  // namespace
}  // namespace hg
