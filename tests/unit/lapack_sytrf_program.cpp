#include <gtest/gtest.h>

#include <cstdint>

#include "lapack/ldl/ldl_call.hpp"
#include "support/expected_error.hpp"
#include "support/moved_elements.hpp"
#include "support/simulated_plans.hpp"

namespace hg {
namespace {

using test::nvidia_gpus;

Program indefinite_program(const LdlProblem& problem, const Target& target) {
    return sytrf_program(problem, target, kernels::Database::shipped());
}

/// The device that all commands are for.
DeviceIndex device_of_all(const Program& program) {
    const DeviceIndex device = program.command(CommandId{0}).device;
    for (std::uint32_t c = 0; c < program.size(); ++c)
        EXPECT_EQ(program.command(static_cast<CommandId>(c)).device, device);
    return device;
}

TEST(SytrfProgram, VerifiesForAllSizes) {
    for (const std::int64_t n : {1, 56, 57, 700, 2000})
        for (const Uplo uplo : {Uplo::lower, Uplo::upper})
            for (const ElementType type : {ElementType::f32, ElementType::c64})
                test::expect_fits_memory(
                    indefinite_program({.type = type, .uplo = uplo, .n = n}, nvidia_gpus(1)));
}

TEST(SytrfProgram, TheTriangleMovesOnceEachWay) {
    for (const std::int64_t n : {1, 700, 3000})
        for (const Uplo uplo : {Uplo::lower, Uplo::upper})
            for (const Operation operation : {Operation::load, Operation::store})
                EXPECT_EQ(test::moved_elements(indefinite_program({.uplo = uplo, .n = n}, nvidia_gpus(1)),
                                               operation, "A"),
                          n * (n + 1) / 2);
}

/// One device does it, so that bits do not depend on how many there are.
TEST(SytrfProgram, IsTheSameOnMoreEqualDevices) {
    const LdlProblem problem{.n = 1500};
    const Program three = indefinite_program(problem, nvidia_gpus(3));
    EXPECT_EQ(three.size(), indefinite_program(problem, nvidia_gpus(1)).size());
    EXPECT_EQ(device_of_all(three), 0U);
}

TEST(SytrfProgram, TakesTheFastestDeviceThatHoldsTheMatrix) {
    Target target = nvidia_gpus(3);
    target.devices[0].rate_f64 /= 10;
    target.devices[1].launch_latency /= 2;
    EXPECT_EQ(device_of_all(indefinite_program({.n = 3000}, target)), 1U);
    target.devices[1].memory = 1 << 20;
    EXPECT_EQ(device_of_all(indefinite_program({.n = 3000}, target)), 2U);
    target.devices[2].largest_slot = 1 << 20;  // A is one register
    EXPECT_EQ(device_of_all(indefinite_program({.n = 3000}, target)), 0U);
    target.devices[0].available = false;
    EXPECT_EQ(test::error_of([&] { return indefinite_program({.n = 3000}, target); }).code(),
              ErrorCode::out_of_memory);
}

TEST(SytrfProgram, ThatDoesNotFitIsRefusedBeforeItIsBuilt) {
    const auto build = [] { return indefinite_program({.n = std::int64_t{1} << 40}, nvidia_gpus(2)); };
    EXPECT_EQ(test::error_of(build).code(), ErrorCode::out_of_memory);
}

}  // namespace
}  // namespace hg
