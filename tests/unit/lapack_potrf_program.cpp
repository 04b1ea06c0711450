#include <gtest/gtest.h>

#include "blas/cost/flops.hpp"
#include "support/fast_gpus.hpp"
#include <hg/lapack/potrf_program.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hg {
namespace {

using test::fast_gpus;

Program cholesky_program(const CholeskyProblem& problem, const Target& target) {
    return potrf_program(problem, target, kernels::Database::shipped());
}

/// Elements of A in all LDs or STs.
std::int64_t moved_elements(const Program& program, Operation operation) {
    std::int64_t elements = 0;
    for (std::uint32_t c = 0; c < program.size(); ++c) {
        const auto id = static_cast<CommandId>(c);
        if (program.command(id).operation != operation) continue;
        const HostTile& tile = program.tile(id);
        if (program.matrices()[index(tile.parameter)].name == "A") elements += tile.elements();
    }
    return elements;
}

TEST(PotrfProgram, VerifiesForAllSizesAndDevices) {
    for (const std::int64_t n : {1, 128, 700, 2000, 20000})
        for (const Uplo uplo : {Uplo::lower, Uplo::upper})
            for (const std::size_t devices : {1U, 2U, 3U})
                EXPECT_NO_THROW(verify(cholesky_program({.uplo = uplo, .n = n}, fast_gpus(devices))))
                    << n << " on " << devices;
}

TEST(PotrfProgram, OnOneDeviceTheTriangleMovesOnceEachWay) {
    for (const std::int64_t n : {1, 700, 9000})
        for (const Uplo uplo : {Uplo::lower, Uplo::upper})
            for (const Operation operation : {Operation::load, Operation::store})
                EXPECT_EQ(moved_elements(cholesky_program({.uplo = uplo, .n = n}, fast_gpus(1)), operation),
                          n * (n + 1) / 2);
}

TEST(PotrfProgram, TakesSweepsWhereMemoryIsScarce) {
    const CholeskyProblem problem{.n = 4000};
    for (const std::size_t devices : {1U, 2U}) {
        const Program program = cholesky_program(problem, fast_gpus(devices, std::int64_t{40} << 20));
        verify(program);
        EXPECT_GT(moved_elements(program, Operation::load), problem.n * (problem.n + 1) / 2);
    }
    EXPECT_THROW((void)cholesky_program(problem, fast_gpus(1, std::int64_t{1} << 20)), Error);
}

/// Flops and what comes before the first ones alone take 0.22 s.
TEST(PotrfProgram, HidesTransfers) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
        const CholeskyProblem problem{.uplo = uplo, .n = 32768};
        const Target target = fast_gpus(1);
        const double seconds = simulate(cholesky_program(problem, target), target).makespan;
        EXPECT_GT(potrf_flops(problem.n) / seconds, 0.75 * target.devices.front().rate_f64);
    }
}

TEST(PotrfProgram, DevicesShareTheWork) {
    const auto seconds = [](std::size_t devices) {
        const Target target = fast_gpus(devices);
        return simulate(cholesky_program({.n = 65536}, target), target).makespan;
    };
    EXPECT_LT(seconds(2), 0.7 * seconds(1));
    EXPECT_LT(seconds(4), 0.6 * seconds(1));
}

}  // namespace
}  // namespace hg
