#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "blas/level3/triangle/trmm_builder.hpp"
#include "blas/level3/triangle/trmm_call.hpp"
#include "blas/level3/triangle/trmm_planner.hpp"
#include "support/fast_gpus.hpp"
#include "support/trsm_calls.hpp"
#include <hg/blas/trmm.hpp>
#include <hg/blas/trmm_program.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hg {
namespace {

using test::fast_gpus;

Program program_of(const TrmmProblem& problem, const Target& target) {
    return trmm_program(problem, target, kernels::Database::shipped());
}

double predicted_product(const TrmmProblem& problem, const Target& target) {
    return simulate(program_of(problem, target), target).makespan;
}

TEST(TrmmPlan, TransfersHideBehindArithmetic) {
    for (const Side side : {Side::left, Side::right})
        for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
            const TrmmProblem problem{.side = side, .uplo = uplo, .m = 32768, .n = 32768};
            const double arithmetic = std::pow(32768.0, 3) / 55e12;
            EXPECT_LT(predicted_product(problem, fast_gpus(1)), 1.05 * arithmetic);
            EXPECT_LT(predicted_product(problem, fast_gpus(2)), 1.08 * arithmetic / 2);
            EXPECT_LT(predicted_product(problem, fast_gpus(4)), 1.5 * arithmetic / 4);
        }
}

TEST(TrmmPlan, ADeviceMoreNeverSlowsACall) {
    for (const TrmmProblem& problem :
         {TrmmProblem{.m = 100, .n = 100}, TrmmProblem{.m = 5000, .n = 300},
          TrmmProblem{.side = Side::right, .m = 9000, .n = 7000}, TrmmProblem{.m = 16384, .n = 16384}}) {
        double before = std::numeric_limits<double>::infinity();
        for (std::size_t devices : {1u, 2u, 3u, 4u, 8u}) {
            const double seconds = predicted_product(problem, fast_gpus(devices));
            EXPECT_LE(seconds, before * (1 + 1e-12)) << problem.key() << " on " << devices << " devices";
            before = seconds;
        }
    }
}

TEST(TrmmPlan, TheBlockDoesNotDependOnTheDevices) {
    for (const std::int64_t order : {100, 1000, 5000, 20000, 40000}) {
        const auto block = [&](std::size_t devices) {
            return plan_trmm({.m = order, .n = 8000}, fast_gpus(devices), kernels::Database::shipped()).block;
        };
        for (std::size_t devices : {2u, 4u, 8u}) EXPECT_EQ(block(devices), block(1));
    }
}

TEST(TrmmPlan, ProgramsVerifyForEveryCase) {
    for (const test::TrsmCase& which : test::all_trsm_cases()) {
        const TrmmProblem problem{
            .side = which.side, .uplo = which.uplo, .op = which.op, .diag = which.diag, .m = 9000, .n = 8500};
        EXPECT_NO_THROW(verify(program_of(problem, fast_gpus(3)))) << problem.key();
    }
}

/// Neither A nor B fits: A comes again for each strip of B.
TEST(TrmmPlan, MatricesMayBeLargerThanTheDevice) {
    Target target = fast_gpus(2);
    for (DeviceModel& device : target.devices) {
        device.memory = 96 << 20;
        device.largest_slot = 24 << 20;
    }
    for (const Side side : {Side::left, Side::right}) {
        const Program program = program_of({.side = side, .m = 8000, .n = 8000}, target);
        verify(program);
        std::vector<std::int64_t> bytes(target.devices.size(), 0);
        for (const Slot& slot : program.slots()) bytes[slot.device] += slot.bytes;
        for (std::size_t d = 0; d < bytes.size(); ++d) EXPECT_LE(bytes[d], target.devices[d].memory);
    }
}

TEST(TrmmPlan, TooLittleMemoryIsSaidWithFigures) {
    Target target = fast_gpus(1);
    target.devices[0].memory = target.devices[0].largest_slot = 4 << 20;
    try {
        static_cast<void>(program_of({.m = 100000, .n = 100000}, target));
        FAIL() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
        for (const std::string part : {"order 100000", "at least", "use 4194304 bytes", "HG_MEMORY_LIMIT"})
            EXPECT_NE(error.message().find(part), std::string::npos) << error.message();
    }
}

/// An 8 x 4 product from the left.
TrmmCall<double> product_with(Uplo uplo) {
    return {{{.side = Side::left,
              .uplo = uplo,
              .op = Op::none,
              .diag = Diag::unit,
              .m = 8,
              .n = 4,
              .alpha = 1,
              .A = nullptr,
              .lda = 8,
              .B = nullptr,
              .ldb = 8}}};
}

HostTile rest_tile(std::int64_t row, std::int64_t col, std::int64_t rows, std::int64_t cols) {
    return {{}, row, col, rows, cols};
}

TEST(TrmmRest, CanBeMadeIfAllItDependsOnIsLeftToo) {
    struct Row {
        std::vector<HostTile> left;
        bool lower, upper;
    };
    const Row table[] = {{{}, true, true},
                         {{rest_tile(0, 0, 8, 4)}, true, true},
                         {{rest_tile(0, 0, 4, 4)}, true, false},
                         {{rest_tile(4, 0, 4, 4)}, false, true},
                         {{rest_tile(3, 1, 2, 1)}, false, false},
                         {{rest_tile(4, 0, 4, 4), rest_tile(0, 0, 4, 4)}, true, true},
                         {{rest_tile(0, 0, 4, 4), rest_tile(4, 2, 4, 2)}, true, false},
                         {{rest_tile(0, 0, 4, 3), rest_tile(4, 2, 4, 2)}, false, false},
                         {{rest_tile(4, 1, 4, 1), rest_tile(0, 2, 8, 2)}, false, true}};
    for (const Row& row : table) {
        EXPECT_EQ(product_with(Uplo::lower).can_finish(row.left), row.lower);
        EXPECT_EQ(product_with(Uplo::upper).can_finish(row.left), row.upper);
    }
}

TEST(TrmmRest, IsMadeFromWhereNothingDependsOnIt) {
    std::vector<HostTile> tiles{rest_tile(3, 0, 2, 4), rest_tile(0, 0, 3, 4), rest_tile(5, 0, 3, 4)};
    product_with(Uplo::lower).put_in_order(tiles);
    EXPECT_EQ(tiles, (std::vector{rest_tile(5, 0, 3, 4), rest_tile(3, 0, 2, 4), rest_tile(0, 0, 3, 4)}));
    product_with(Uplo::upper).put_in_order(tiles);
    EXPECT_EQ(tiles, (std::vector{rest_tile(0, 0, 3, 4), rest_tile(3, 0, 2, 4), rest_tile(5, 0, 3, 4)}));
}

TEST(TrmmProblem, KeysTellRoutinesApart) {
    EXPECT_NE((TrmmProblem{.m = 10, .n = 20}.key()), (TrsmProblem{.m = 10, .n = 20}.key()));
}

}  // namespace
}  // namespace hg
