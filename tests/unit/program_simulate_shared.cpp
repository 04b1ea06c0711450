#include <gtest/gtest.h>

#include <cstdint>

#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace hg {
namespace {

constexpr std::int64_t kRows = 1 << 20;
constexpr double kMegabyte = 1 << 20;

/// Two GPUs with links of 2e9 bytes/s on a host that copies 1e9 bytes/s.
Target two_gpus() {
    Target target;
    target.devices.resize(2);
    for (DeviceModel& device : target.devices) {
        device.link_in = device.link_out = 2e9;
        device.link_both = 4e9;
        device.link_latency = 0;
    }
    target.host_copy_rate = 1e9;
    target.delays = HostDelays::none();
    target.delays.wake = 1e-9;
    return target;
}

/// The first GPU loads A and `after` columns behind it. The second loads `before` other columns, then the
/// same as the first. A column has 8 MiB, A has 8 columns.
double seconds(std::int64_t before, std::int64_t after) {
    const Target target = two_gpus();
    ProgramBuilder builder(target);
    const ParameterId matrix = builder.matrix("M", ElementType::f64, kRows, 100);
    const auto load = [&](DeviceIndex device, std::int64_t col, std::int64_t cols) {
        if (cols > 0)
            builder.load(builder.reg(device, ElementType::f64, kRows, cols), {matrix, 0, col, kRows, cols});
    };
    load(0, 0, 8);
    load(0, 8, after);
    load(1, 50, before);
    load(1, 0, 8);
    load(1, 8, after);
    return simulate(std::move(builder).finish(), target).makespan;
}

TEST(SimulateSharedLoads, TakeALittleOfTheHostThatCopiesThemOnce) {
    EXPECT_NEAR(seconds(0, 0), 1.3 * 64 * kMegabyte / 1e9, 1e-4);
}

TEST(SimulateSharedLoads, AreKeptForADeviceThatComesSoonAfter) {
    const double copied = (64 + 192) * kMegabyte / 1e9;
    EXPECT_NEAR(seconds(24, 0), copied + 64 * kMegabyte / 2e9, 1e-4);
}

TEST(SimulateSharedLoads, AreCopiedAgainIfOthersHaveTakenTheirChunks) {
    const double copied = (64 + 64 + 192 + 64) * kMegabyte / 1e9;
    EXPECT_NEAR(seconds(24, 8), copied + 64 * kMegabyte / 2e9, 1e-4) << "A again, the columns behind it once";
}

}  // namespace
}  // namespace hg
