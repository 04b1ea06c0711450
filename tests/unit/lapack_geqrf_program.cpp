#include <gtest/gtest.h>

#include "blas/cost/flops.hpp"
#include "lapack/qr/geqrf_builder.hpp"
#include "support/moved_elements.hpp"
#include "support/simulated_plans.hpp"
#include <hg/lapack/qr_programs.hpp>
#include <hg/runtime/program/text.hpp>

namespace hg {
namespace {

using test::fast_gpus;
using test::moved_elements;
using test::nvidia_gpus;

Program qr_program(const QrProblem& problem, const Target& target) {
    return geqrf_program(problem, target, kernels::Database::shipped());
}

/// On all devices, and with so many block_columns a pass.
Program qr_in_passes(const QrProblem& problem, const Target& target, std::size_t block_columns) {
    BlockLayout layout = qr_layout(problem, target);
    layout.block_columns_per_pass = std::min(block_columns, layout.block_columns());
    return geqrf_program(problem, layout, target, kernels::Database::shipped());
}

TEST(GeqrfProgram, VerifiesForAllShapesAndDevices) {
    for (const auto& [m, n] :
         {std::pair<std::int64_t, std::int64_t>{1, 1}, {700, 700}, {3000, 200}, {200, 3000}, {9000, 9000}})
        for (const std::size_t devices : {1U, 2U, 3U})
            for (const std::size_t block_columns : {2U, 1000U})
                EXPECT_NO_THROW(verify(qr_in_passes({.m = m, .n = n}, fast_gpus(devices), block_columns)))
                    << m << "x" << n << " on " << devices << ", " << block_columns << " block_columns a pass";
}

/// Panels of a size that registers hold, and taller ones, in the kernels of NVIDIA devices.
TEST(GeqrfProgram, OfComplexElementsVerifies) {
    for (const ElementType type : {ElementType::c32, ElementType::c64})
        for (const auto& [m, n] : {std::pair<std::int64_t, std::int64_t>{700, 500}, {200000, 70}})
            for (const std::size_t devices : {1U, 2U}) {
                const Program program =
                    qr_program({.type = type, .m = m, .n = n, .nrhs = 2}, nvidia_gpus(devices));
                EXPECT_NO_THROW(verify(program)) << m << "x" << n << " on " << devices;
                const std::string text = print(program);
                EXPECT_EQ(text.find("qr_tree_finish") != std::string::npos, m > 100000);
                EXPECT_NE(text.find(m > 100000 ? "qr_tree_factor_c" : "qr_panel_c"), std::string::npos);
            }
}

TEST(GeqrfProgram, OnOneDeviceAMovesOnceEachWay) {
    for (const auto& [m, n] : {std::pair<std::int64_t, std::int64_t>{1, 1}, {700, 900}, {9000, 5000}})
        for (const Operation operation : {Operation::load, Operation::store})
            EXPECT_EQ(moved_elements(qr_program({.m = m, .n = n}, fast_gpus(1)), operation, "A"), m * n);
}

TEST(GeqrfProgram, TakesPassesIfMemoryIsScarce) {
    const QrProblem problem{.m = 4000, .n = 3000};
    for (const std::size_t devices : {1U, 2U}) {
        const Program program = qr_program(problem, fast_gpus(devices, std::int64_t{50} << 20));
        verify(program);
        EXPECT_GT(moved_elements(program, Operation::load, "A"), problem.m * problem.n);
    }
    EXPECT_THROW((void)qr_program(problem, fast_gpus(1, std::int64_t{1} << 20)), Error);
    EXPECT_THROW((void)qr_program({.m = std::int64_t{1} << 62, .n = 5}, fast_gpus(2)), Error);
}

/// Rows that groups can't hold in registers; other panels have none.
TEST(GeqrfProgram, TallPanelsTakeATree) {
    const auto has_tree = [](std::int64_t m, std::int64_t n, ElementType type, const Target& target) {
        const Program program = qr_program({.type = type, .m = m, .n = n}, target);
        verify(program);
        return print(program).find("qr_tree_factor") != std::string::npos;
    };
    for (const ElementType type : {ElementType::f32, ElementType::f64}) {
        EXPECT_TRUE(has_tree(1000000, 256, type, nvidia_gpus(1)));
        EXPECT_TRUE(has_tree(300000, 33, type, nvidia_gpus(2)));
        EXPECT_FALSE(has_tree(32768, 256, type, nvidia_gpus(1)));
        EXPECT_FALSE(has_tree(1000000, 256, type, fast_gpus(1)));
    }
}

TEST(GeqrfProgram, HidesTransfers) {
    const Target target = nvidia_gpus(1);
    const QrProblem problem{.m = 32768, .n = 32768};
    const double seconds = simulate(qr_program(problem, target), target).makespan;
    EXPECT_GT(geqrf_flops(problem.m, problem.n) / seconds, 0.65 * target.devices.front().rate_f64);
}

TEST(GeqrfProgram, DevicesShareTheWork) {
    const auto seconds = [](std::size_t devices) {
        const Target target = nvidia_gpus(devices);
        return simulate(qr_program({.m = 32768, .n = 32768}, target), target).makespan;
    };
    EXPECT_LT(seconds(2), 0.7 * seconds(1));
}

TEST(GeqrfProgram, ADeviceMoreNeverSlowsACall) {
    for (const auto& [m, n] :
         {std::pair<std::int64_t, std::int64_t>{700, 700}, {20000, 4096}, {4096, 8000}}) {
        const QrProblem problem{.m = m, .n = n};
        test::expect_more_devices_are_no_slower(
            problem.key(), {1, 2, 3, 4}, [&](const Target& target) { return qr_program(problem, target); },
            nvidia_gpus);
    }
}

TEST(QProducts, VerifyForAllShapesAndDevices) {
    for (const std::size_t devices : {1U, 2U, 3U}) {
        const Target target = nvidia_gpus(devices);
        for (const Side side : {Side::left, Side::right})
            for (const Op op : {Op::none, Op::trans})
                EXPECT_NO_THROW(
                    verify(ormqr_program({.side = side, .op = op, .m = 3000, .n = 2500, .k = 1100}, target,
                                         kernels::Database::shipped())));
        for (const std::int64_t k : {70, 1500})
            EXPECT_NO_THROW(
                verify(orgqr_program({.m = 3000, .n = 1500, .k = k}, target, kernels::Database::shipped())));
    }
}

}  // namespace
}  // namespace hg
