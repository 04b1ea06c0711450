#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "support/fast_gpus.hpp"
#include "support/trsm_calls.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hg {
namespace {

using test::fast_gpus;

const kernels::Database& database() {
    return kernels::Database::shipped();
}

double predicted(const TrsmProblem& problem, const Target& target) {
    return simulate(trsm_program(problem, target, database()), target).makespan;
}

TEST(TrsmPlan, TransfersHideBehindArithmetic) {
    for (const Side side : {Side::left, Side::right})
        for (const Op op : {Op::none, Op::trans}) {
            const TrsmProblem problem{.side = side, .op = op, .m = 32768, .n = 32768};
            const double arithmetic = std::pow(32768.0, 3) / 55e12;
            EXPECT_LT(predicted(problem, fast_gpus(1)), 1.12 * arithmetic);
            EXPECT_LT(predicted(problem, fast_gpus(2)), 1.2 * arithmetic / 2);
            EXPECT_LT(predicted(problem, fast_gpus(4)), 1.45 * arithmetic / 4);
        }
}

TEST(TrsmPlan, ADeviceMoreNeverSlowsACall) {
    for (const TrsmProblem& problem :
         {TrsmProblem{.m = 100, .n = 100}, TrsmProblem{.m = 5000, .n = 300},
          TrsmProblem{.m = 300, .n = 50000}, TrsmProblem{.side = Side::right, .m = 9000, .n = 7000},
          TrsmProblem{.m = 16384, .n = 16384}}) {
        double before = std::numeric_limits<double>::infinity();
        for (std::size_t devices : {1u, 2u, 3u, 4u, 8u}) {
            Target target = fast_gpus(devices);
            target.host_copy_rate = 130e9;
            target.links_in = target.links_out = target.links_both = 1e30;
            const double seconds = predicted(problem, target);
            EXPECT_LE(seconds, before * (1 + 1e-12)) << problem.key() << " on " << devices << " devices";
            before = seconds;
        }
    }
}

TEST(TrsmPlan, TheBlockDoesNotDependOnTheDevices) {
    for (const std::int64_t order : {100, 1000, 5000, 20000, 40000}) {
        const TrsmProblem problem{.m = order, .n = 8000};
        const std::int64_t block = plan_trsm(problem, fast_gpus(1), database()).block;
        for (std::size_t devices : {2u, 4u, 8u})
            EXPECT_EQ(plan_trsm(problem, fast_gpus(devices), database()).block, block);
    }
}

/// What a launch takes is the same for one diagonal block and for four.
TEST(TrsmPlan, DiagonalBlocksAreInvertedTogether) {
    const auto inversions = [](std::int64_t order, std::int64_t memory) {
        const Program program = trsm_program({.m = order, .n = order}, fast_gpus(1, memory), database());
        std::size_t found = 0;
        for (std::uint32_t c = 0; c < program.size(); ++c)
            if (program.commands()[c].operation == Operation::exec)
                found += program.instruction(CommandId{c}).name == "triangle_blocks_f64" ? 1 : 0;
        return found;
    };
    EXPECT_EQ(inversions(1024, std::int64_t{64} << 30), 1U);      // 4 blocks of 256
    EXPECT_EQ(inversions(1280 + 9, std::int64_t{64} << 30), 3U);  // 5, and one of order 9
    EXPECT_EQ(inversions(1024, std::int64_t{100} << 20), 4U);     // memory is scarce
}

TEST(TrsmPlan, ProgramsVerifyForEveryCase) {
    for (const test::TrsmCase& which : test::all_trsm_cases()) {
        const TrsmProblem problem{
            .side = which.side, .uplo = which.uplo, .op = which.op, .diag = which.diag, .m = 3000, .n = 2500};
        EXPECT_NO_THROW(verify(trsm_program(problem, fast_gpus(3), database()))) << problem.key();
    }
}

/// Neither A nor B fits: A comes again for each strip of B.
TEST(TrsmPlan, MatricesMayBeLargerThanTheDevice) {
    Target target = fast_gpus(2);
    for (DeviceModel& device : target.devices) {
        device.memory = 96 << 20;
        device.largest_slot = 24 << 20;
    }
    for (const Side side : {Side::left, Side::right}) {
        const TrsmProblem problem{.side = side, .m = 8000, .n = 8000};
        const Program program = trsm_program(problem, target, database());
        verify(program);
        std::vector<std::int64_t> bytes(target.devices.size(), 0);
        for (const Slot& slot : program.slots()) {
            EXPECT_LE(slot.bytes, target.devices[slot.device].largest_slot);
            bytes[slot.device] += slot.bytes;
        }
        for (std::size_t d = 0; d < bytes.size(); ++d) EXPECT_LE(bytes[d], target.devices[d].memory);
    }
}

TEST(TrsmPlan, TooLittleMemoryIsSaidWithFigures) {
    Target target = fast_gpus(1);
    target.devices[0].memory = target.devices[0].largest_slot = 4 << 20;
    try {
        static_cast<void>(trsm_program({.m = 100000, .n = 100000}, target, database()));
        FAIL() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
        for (const std::string part : {"order 100000", "at least", "use 4194304 bytes", "HG_MEMORY_LIMIT"})
            EXPECT_NE(error.message().find(part), std::string::npos) << error.message();
    }
}

TEST(TrsmProblem, KeysTellProblemsApart) {
    const TrsmProblem problem{.m = 10, .n = 20};
    TrsmProblem other = problem;
    EXPECT_EQ(other.key(), problem.key());
    other.diag = Diag::unit;
    EXPECT_NE(other.key(), problem.key());
    other = problem;
    other.pinned = true;
    EXPECT_NE(other.key(), problem.key());
    other = problem;
    std::swap(other.m, other.n);
    EXPECT_NE(other.key(), problem.key());
}

}  // namespace
}  // namespace hg
