#include <gtest/gtest.h>

#include <string>

#include "blas/cost/flops.hpp"
#include "lapack/cholesky/cholesky_builder.hpp"
#include "support/moved_elements.hpp"
#include "support/simulated_plans.hpp"
#include <hg/lapack/potrf_program.hpp>

namespace hg {
namespace {

using test::fast_gpus;
using test::moved_elements;

Program best_program(const CholeskyProblem& problem, const Target& target) {
    return potrf_program(problem, target, kernels::Database::shipped());
}

/// On all devices, and with so many block_columns a pass.
Program program_in_passes(const CholeskyProblem& problem, const Target& target, std::size_t block_columns) {
    CholeskyLayout layout = cholesky_layout(problem, target);
    layout.block_columns_per_pass = block_columns;
    return cholesky_program(problem, layout, target, kernels::Database::shipped());
}

TEST(PotrfProgram, VerifiesForAllSizesAndDevices) {
    for (const std::int64_t n : {1, 128, 700, 2000, 20000})
        for (const Uplo uplo : {Uplo::lower, Uplo::upper})
            for (const std::size_t devices : {1U, 2U, 3U})
                for (const std::size_t block_columns : {2U, 1000U})
                    EXPECT_NO_THROW(
                        verify(program_in_passes({.uplo = uplo, .n = n}, fast_gpus(devices), block_columns)))
                        << n << " on " << devices << ", " << block_columns << " block_columns a pass";
}

TEST(PotrfProgram, OnOneDeviceTheTriangleMovesOnceEachWay) {
    for (const std::int64_t n : {1, 700, 9000})
        for (const Uplo uplo : {Uplo::lower, Uplo::upper})
            for (const Operation operation : {Operation::load, Operation::store})
                EXPECT_EQ(moved_elements(best_program({.uplo = uplo, .n = n}, fast_gpus(1)), operation, "A"),
                          n * (n + 1) / 2);
}

TEST(PotrfProgram, TakesPassesWhereMemoryIsScarce) {
    const CholeskyProblem problem{.n = 4000};
    for (const std::size_t devices : {1U, 2U}) {
        const Program program = best_program(problem, fast_gpus(devices, std::int64_t{40} << 20));
        verify(program);
        EXPECT_GT(moved_elements(program, Operation::load, "A"), problem.n * (problem.n + 1) / 2);
    }
    EXPECT_THROW((void)best_program(problem, fast_gpus(1, std::int64_t{1} << 20)), Error);
    EXPECT_THROW((void)best_program({.n = std::int64_t{1} << 62}, fast_gpus(2)), Error);
}

/// Flops and what comes before the first ones alone take 0.22 s.
TEST(PotrfProgram, HidesTransfers) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
        const CholeskyProblem problem{.uplo = uplo, .n = 32768};
        const Target target = fast_gpus(1);
        const double seconds = simulate(best_program(problem, target), target).makespan;
        EXPECT_GT(potrf_flops(problem.n) / seconds, 0.75 * target.devices.front().rate_f64);
    }
}

TEST(PotrfProgram, DevicesShareTheWork) {
    const auto seconds = [](std::int64_t n, std::size_t devices) {
        const Target target = fast_gpus(devices);
        return simulate(best_program({.n = n}, target), target).makespan;
    };
    EXPECT_LT(seconds(65536, 2), 0.7 * seconds(65536, 1));
    EXPECT_LT(seconds(65536, 4), 0.6 * seconds(65536, 1));
    // By whole block columns, and by way of A alone, two devices took three quarters.
    EXPECT_LT(seconds(32768, 2), 0.62 * seconds(32768, 1));
}

TEST(PotrfProgram, ADeviceMoreNeverSlowsACall) {
    for (const std::int64_t n : {700, 4096, 30000})
        test::expect_more_devices_are_no_slower(std::to_string(n), {1, 2, 3, 4}, [&](const Target& target) {
            return best_program({.n = n}, target);
        });
}

}  // namespace
}  // namespace hg
