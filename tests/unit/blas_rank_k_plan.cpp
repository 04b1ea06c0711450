#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "blas/call/shape.hpp"
#include "support/simulated_plans.hpp"
#include <hg/blas/gemm_program.hpp>
#include <hg/blas/rank_k_program.hpp>

namespace hg {
namespace {

using test::fast_gpus;

double predicted(const RankKProblem& problem, const Target& target) {
    return simulate(rank_k_program(problem, target), target).makespan;
}

std::vector<RankKProblem> all_cases(std::int64_t n, std::int64_t k) {
    std::vector<RankKProblem> cases;
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        for (const Op op : {Op::none, Op::trans})
            for (const bool rank_2k : {false, true})
                for (const bool reads_c : {false, true})
                    cases.push_back({.uplo = uplo,
                                     .op = op,
                                     .n = n,
                                     .k = k,
                                     .rank_2k = rank_2k,
                                     .product = k > 0,
                                     .reads_c = reads_c});
    return cases;
}

TEST(RankKPlan, TransfersHideBehindArithmetic) {
    for (const bool rank_2k : {false, true}) {
        const RankKProblem problem{.n = 32768, .k = 32768, .rank_2k = rank_2k};
        const double arithmetic = (rank_2k ? 2 : 1) * std::pow(32768.0, 3) / 55e12;
        EXPECT_LT(predicted(problem, fast_gpus(1)), 1.08 * arithmetic);
        EXPECT_LT(predicted(problem, fast_gpus(2)), 1.3 * arithmetic / 2);
        EXPECT_LT(predicted(problem, fast_gpus(4)), 2.2 * arithmetic / 4);
    }
}

TEST(RankKPlan, ADeviceMoreNeverSlowsACall) {
    for (const RankKProblem& problem :
         {RankKProblem{.n = 100, .k = 100}, RankKProblem{.n = 5000, .k = 300},
          RankKProblem{.n = 700, .k = 50000}, RankKProblem{.uplo = Uplo::upper, .n = 16384, .k = 16384}})
        test::expect_more_devices_are_no_slower(
            problem.key(), {1, 2, 3, 4, 8},
            [&](const Target& target) { return rank_k_program(problem, target); }, test::well_linked_gpus);
}

TEST(RankKPlan, ProgramsVerifyForEveryCase) {
    for (const std::int64_t k : {0, 2500})
        for (const RankKProblem& problem : all_cases(3000, k))
            EXPECT_NO_THROW(verify(rank_k_program(problem, fast_gpus(3)))) << problem.key();
}

/// Only one triangle of C is stored, and loaded if it is read.
TEST(RankKPlan, TheOtherTriangleIsNeverTouched) {
    for (const RankKProblem& problem : all_cases(2000, 700)) {
        const Program program = rank_k_program(problem, fast_gpus(2));
        std::int64_t stored = 0;
        for (std::size_t i = 0; i < program.size(); ++i) {
            const auto id = static_cast<CommandId>(i);
            const Operation operation = program.command(id).operation;
            if (operation != Operation::store && operation != Operation::load) continue;
            const HostTile& tile = program.tile(id);
            if (program.matrices()[index(tile.parameter)].name != "C") continue;
            if (operation == Operation::store) stored += tile.elements();
            const bool beside = problem.uplo == Uplo::lower ? tile.row >= tile.col + tile.cols
                                                            : tile.col >= tile.row + tile.rows;
            const bool on_diagonal = tile.part == part_of(problem.uplo) && tile.row == tile.col;
            EXPECT_TRUE(tile.part == TilePart::whole ? beside : on_diagonal) << problem.key();
        }
        EXPECT_EQ(stored, problem.n * (problem.n + 1) / 2) << problem.key();
    }
}

/// Neither A nor C fits.
TEST(RankKPlan, MatricesMayBeLargerThanTheDevice) {
    for (const RankKProblem& problem : all_cases(8000, 8000))
        test::expect_fits_memory(rank_k_program(problem, test::small_gpus(2)));
}

/// C has so many tiles then that their program would not be simulated.
TEST(RankKPlan, LittleMemoryMakesManyTiles) {
    for (const std::size_t devices : {1u, 2u})
        test::expect_fits_memory(rank_k_program({.n = 2300, .k = 2300}, fast_gpus(devices, 1 << 18)));
}

/// A product with a symmetric matrix takes as long as one with a general matrix.
TEST(SymmPlan, ASymmetricFactorCostsNothing) {
    const GemmProblem general{.m = 16384, .n = 16384, .k = 16384};
    const double seconds = simulate(gemm_program(general, fast_gpus(1)), fast_gpus(1)).makespan;
    for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
        GemmProblem left = general;
        left.symmetric_a = uplo;
        GemmProblem right = general;
        right.symmetric_b = uplo;
        for (const GemmProblem& problem : {left, right})
            for (const std::size_t devices : {1u, 3u}) {
                const Program program = gemm_program(problem, fast_gpus(devices));
                EXPECT_NO_THROW(verify(program));
                const double least = seconds / static_cast<double>(devices);
                EXPECT_LT(simulate(program, fast_gpus(devices)).makespan,
                          (devices == 1 ? 1.02 : 1.5) * least);
            }
    }
}

}  // namespace
}  // namespace hg
