// Products on parts of a device, and on devices of two platforms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/program/base/pocl.hpp"
#include "support/device_parts.hpp"
#include "support/gemm_calls.hpp"
#include "support/test_devices.hpp"
#include <hg/runtime/machine/machine.hpp>

namespace hg {
namespace {

using test::GemmSample;

TEST(DeviceParts, OfEqualSizeGiveTheBitsOfOne) {
    const std::string halves = test::halves_of_a_device();
    if (halves.empty()) GTEST_SKIP() << "no OpenCL device with an even number of compute units";
    MachineOptions options = test::test_options();
    options.devices = halves;
    Machine machine(options);
    ASSERT_EQ(machine.device_count(), 2U);
    const GemmSample<double> s{.op_b = Op::trans, .m = 150, .n = 110, .k = 90, .alpha = 1.5, .beta = -0.5};
    const auto a = s.make_a(), b = s.make_b(), c = s.make_c();
    const auto run = [&](std::size_t devices) {
        const Program program =
            test::gemm_on_grid(problem_of(s, 48), test::first_devices(machine, devices), devices);
        for (DeviceIndex d = 0; d < devices; ++d) EXPECT_FALSE(program.queue({d, QueueKind::exec}).empty());
        return run_gemm(machine, program, s, a, b, c);
    };
    const auto two = run(2);
    EXPECT_TRUE(gemm_is_right(s, a, b, c, two));
    EXPECT_TRUE(run(1).data == two.data);
}

/// The position of a platform's first device; empty if there is none.
std::string first_of(std::string_view platform) {
    for (const DeviceListing& listing : list_devices())
        if (listing.info.platform.find(platform) != std::string::npos)
            return std::to_string(listing.position);
    return {};
}

/// The test blas_two_platforms shows both to the process.
TEST(TwoPlatforms, ShareAProduct) {
    const std::string pocl = first_of(pocl::kPlatform), rusticl = first_of("rusticl");
    if (pocl.empty() || rusticl.empty()) GTEST_SKIP() << "PoCL and rusticl are not both here";
    MachineOptions options = test::test_options();
    options.devices = pocl + "," + rusticl;
    Machine machine(options);
    ASSERT_EQ(machine.device_count(), 2U);
    EXPECT_NE(machine.device(0).platform, machine.device(1).platform);
    const GemmSample<float> s{.op_a = Op::trans, .m = 150, .n = 110, .k = 90, .alpha = 1.5F, .beta = -0.5F};
    const auto a = s.make_a(), b = s.make_b(), c = s.make_c();
    const Program program = test::gemm_on_grid(problem_of(s, 0), machine.target(), 2);
    for (DeviceIndex d = 0; d < 2; ++d) EXPECT_FALSE(program.queue({d, QueueKind::exec}).empty());
    EXPECT_TRUE(gemm_is_right(s, a, b, c, run_gemm(machine, program, s, a, b, c)));
}

}  // namespace
}  // namespace hg
