#include <gtest/gtest.h>

#include <string>

#include "blas/cost/flops.hpp"
#include "lapack/inverse/getri_program.hpp"
#include "support/expected_error.hpp"
#include "support/fast_gpus.hpp"
#include "support/moved_elements.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hg {
namespace {

using test::fast_gpus;
using test::moved_elements;

Program best_inverse(const LuInverseProblem& problem, const Target& target) {
    return getri_program(problem, target, kernels::Database::shipped());
}

double simulated_inverse(const LuInverseProblem& problem, const Target& target) {
    return simulate(best_inverse(problem, target), target).makespan;
}

TEST(GetriProgram, VerifiesForAllSizes) {
    for (const std::int64_t n : {1, 127, 128, 129, 700, 2000, 9000})
        for (const ElementType type : {ElementType::f32, ElementType::c64})
            EXPECT_NO_THROW(verify(best_inverse({.type = type, .n = n}, fast_gpus(1)))) << n;
}

TEST(GetriProgram, TheMatrixMovesOnceEachWay) {
    for (const std::int64_t n : {1, 700, 9000})
        for (const Operation operation : {Operation::load, Operation::store})
            EXPECT_EQ(moved_elements(best_inverse({.n = n}, fast_gpus(1)), operation, "A"), n * n);
}

/// L is inverted while it is loaded, and all but the first block row of the inverse is stored while the
/// others are computed.
TEST(GetriProgram, MovesWhileItComputes) {
    const Target target = fast_gpus(1);
    const LuInverseProblem problem{.n = 16384};
    const DeviceModel& device = target.devices.front();
    const double bytes = 8.0 * static_cast<double>(problem.n * problem.n);
    const double arithmetic = getri_flops(problem.n) / device.rate_f64;
    EXPECT_LT(simulated_inverse(problem, target), 1.15 * (arithmetic * 3 / 4 + bytes / device.link_in));
    EXPECT_LT(simulated_inverse({.n = 32768}, target), 1.2 * getri_flops(32768) / device.rate_f64);
}

TEST(GetriProgram, TakesTheFastestDeviceAlone) {
    Target target = fast_gpus(3);
    target.devices[0].rate_f64 /= 10;
    target.devices[1].launch_latency /= 2;
    const auto device = [&](std::uint32_t command) {
        return best_inverse({.n = 3000}, target).command(CommandId{command}).device;
    };
    EXPECT_EQ(device(0), 1U);
    EXPECT_EQ(device(100), 1U);
    target.devices[1].memory = 1 << 20;
    EXPECT_EQ(device(0), 2U);
}

/// If a device is said to hold the inverse, its memory serves, whatever the limit.
TEST(GetriProgram, FitsWhereItIsSaidTo) {
    for (const ElementType type : {ElementType::f64, ElementType::c32})
        for (const std::int64_t n : {1, 100, 129, 700, 3000}) {
            const LuInverseProblem problem{.type = type, .n = n};
            std::int64_t memory = 1 << 10;
            while (true) {
                Target target = fast_gpus(1, memory);
                target.devices[0].largest_slot = memory;
                if (holds_inverse(problem, target)) {
                    EXPECT_NO_THROW(verify(best_inverse(problem, target))) << n << ", " << memory << " bytes";
                    break;
                }
                const Error error = test::error_of([&] { return best_inverse(problem, target); });
                EXPECT_NE(error.message().find("of order " + std::to_string(n)), std::string::npos);
                memory += memory / 16;
            }
        }
    EXPECT_FALSE(holds_inverse(LuInverseProblem{.n = std::int64_t{1} << 62}, fast_gpus(2)));
}

}  // namespace
}  // namespace hg
