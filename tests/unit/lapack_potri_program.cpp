#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "blas/cost/flops.hpp"
#include "support/expected_error.hpp"
#include "support/fast_gpus.hpp"
#include "support/moved_elements.hpp"
#include <hg/lapack/potri_program.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hg {
namespace {

using test::fast_gpus;
using test::moved_elements;

Program best_inverse(const InverseProblem& problem, const Target& target) {
    return potri_program(problem, target, kernels::Database::shipped());
}

double simulated_inverse(const InverseProblem& problem, const Target& target) {
    return simulate(best_inverse(problem, target), target).makespan;
}

TEST(PotriProgram, VerifiesForAllSizes) {
    for (const std::int64_t n : {1, 127, 128, 129, 700, 2000, 9000})
        for (const Uplo uplo : {Uplo::lower, Uplo::upper})
            for (const ElementType type : {ElementType::f32, ElementType::f64})
                EXPECT_NO_THROW(verify(best_inverse({.type = type, .uplo = uplo, .n = n}, fast_gpus(1))))
                    << n;
}

TEST(PotriProgram, TheTriangleMovesOnceEachWay) {
    for (const std::int64_t n : {1, 700, 9000})
        for (const Uplo uplo : {Uplo::lower, Uplo::upper})
            for (const Operation operation : {Operation::load, Operation::store})
                EXPECT_EQ(moved_elements(best_inverse({.uplo = uplo, .n = n}, fast_gpus(1)), operation, "A"),
                          n * (n + 1) / 2);
}

TEST(PotriProgram, HidesTransfers) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
        const InverseProblem problem{.uplo = uplo, .n = 32768};
        const Target target = fast_gpus(1);
        EXPECT_GT(potri_flops(problem.n) / simulated_inverse(problem, target),
                  0.75 * target.devices.front().rate_f64);
    }
}

/// What a device loads for the last block columns, and stores of the first, is little.
TEST(PotriProgram, MovesWhileItComputes) {
    const Target target = fast_gpus(1);
    Target fast_links = target;
    for (DeviceModel& device : fast_links.devices) device.link_in = device.link_out = device.link_both = 1e15;
    fast_links.host_copy_rate = fast_links.links_in = fast_links.links_out = fast_links.links_both = 1e15;
    for (const std::int64_t n : {8192, 16384})
        EXPECT_LT(simulated_inverse({.n = n}, target), 1.2 * simulated_inverse({.n = n}, fast_links)) << n;
}

/// One device does it, so that bits do not depend on how many there are.
TEST(PotriProgram, IsTheSameOnMoreEqualDevices) {
    const InverseProblem problem{.n = 1500};
    const Program one = best_inverse(problem, fast_gpus(1));
    const Program three = best_inverse(problem, fast_gpus(3));
    ASSERT_EQ(one.size(), three.size());
    for (std::uint32_t c = 0; c < one.size(); ++c)
        EXPECT_EQ(three.command(static_cast<CommandId>(c)).device, 0U);
}

TEST(PotriProgram, TakesTheFastestDevice) {
    Target target = fast_gpus(3);
    target.devices[0].rate_f64 /= 10;
    target.devices[1].launch_latency /= 2;
    const Program program = best_inverse({.n = 3000}, target);
    EXPECT_EQ(program.command(CommandId{0}).device, 1U);
    target.devices[1].memory = 1 << 20;
    EXPECT_EQ(best_inverse({.n = 3000}, target).command(CommandId{0}).device, 2U);
}

/// If a device is said to hold the inverse, its memory serves, whatever the limit.
TEST(PotriProgram, FitsWhereItIsSaidTo) {
    for (const std::int64_t n : {1, 100, 700, 3000})
        for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
            const InverseProblem problem{.uplo = uplo, .n = n};
            std::int64_t memory = 1 << 10;
            while (true) {
                Target target = fast_gpus(1, memory);
                target.devices[0].largest_slot = memory;
                if (holds_inverse(problem, target)) {
                    EXPECT_NO_THROW(verify(best_inverse(problem, target))) << n << ", " << memory << " bytes";
                    break;
                }
                EXPECT_THROW((void)best_inverse(problem, target), Error);
                memory += memory / 16;
            }
        }
    EXPECT_FALSE(holds_inverse({.n = std::int64_t{1} << 62}, fast_gpus(2)));
    EXPECT_THROW((void)best_inverse({.n = std::int64_t{1} << 62}, fast_gpus(2)), Error);
    EXPECT_FALSE(holds_inverse({.n = 70000}, fast_gpus(1))) << "the largest slot has 30 GiB";
}

/// As many bytes as the error names are enough.
TEST(PotriProgram, ThatDoesNotFitSaysWhatWould) {
    const InverseProblem problem{.n = 700};
    Target target = fast_gpus(2, 1 << 20);
    target.devices[1].memory = 1 << 21;
    const Error error = test::error_of([&] { return best_inverse(problem, target); });
    std::smatch found;
    const std::string message = error.message();
    ASSERT_TRUE(std::regex_search(
        message, found,
        std::regex("of order 700 in f64: it needs (\\d+) bytes, (\\d+) of them in one piece, but programs "
                   "may use 2097152 bytes on " +
                   target.devices[1].name + ", .*HG_MEMORY_LIMIT")))
        << message;
    target.devices[1].memory = std::stoll(found[1]);
    target.devices[1].largest_slot = std::stoll(found[2]);
    EXPECT_NO_THROW(verify(best_inverse(problem, target)));
    --target.devices[1].memory;
    EXPECT_FALSE(holds_inverse(problem, target));
}

}  // namespace
}  // namespace hg
