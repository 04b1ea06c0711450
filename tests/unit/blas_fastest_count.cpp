#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <vector>

#include "blas/cost/fastest_count.hpp"
#include "support/fast_gpus.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// The number of devices that is taken if plans for 1, 2, ... of them take so long.
std::size_t taken(const std::vector<double>& seconds, const Target& target = test::fast_gpus(8)) {
    const std::vector<DeviceCount> counts = device_counts(seconds.size());
    return counts[fastest_count(counts, target, [&](std::size_t i) { return seconds[i]; })].count;
}

TEST(FastestCount, TakesTheFastest) {
    EXPECT_EQ(taken({1}), 1U);
    EXPECT_EQ(taken({8, 4, 2, 1}), 4U);
    EXPECT_EQ(taken({8, 9, 2, 3}), 3U);
    EXPECT_EQ(taken({8, 4, 4}), 2U);
    EXPECT_EQ(taken({kNever, 9, kNever}), 2U);
}

/// If simulation tells what the host adds, it may be wrong by as much.
TEST(FastestCount, MoreGpusMustBeWorthIt) {
    Target target = test::fast_gpus(4);
    target.delays = {};
    EXPECT_EQ(taken({8, 7.7}, target), 1U);
    EXPECT_EQ(taken({8, 7.5}, target), 2U);
    EXPECT_EQ(taken({8, 7.7, 7.5}, target), 3U);
    EXPECT_EQ(taken({8, 4, 3.9, 3.9}, target), 2U);
    EXPECT_EQ(taken({1e-3, 0.75e-3}, target), 1U);
    EXPECT_EQ(taken({1e-3, 0.6e-3}, target), 2U);
    for (DeviceModel& device : target.devices) device.is_gpu = false;
    EXPECT_EQ(taken({1e-3, 0.75e-3}, target), 2U);
}

TEST(FastestCount, LooksAtNoneThatAreTooSlowAtBest) {
    const std::vector<DeviceCount> counts = device_counts(4, 12, 1);
    EXPECT_DOUBLE_EQ(counts[2].least_seconds, 4);
    std::array<std::atomic<int>, 4> looks{};
    const auto look = [&](std::size_t i) {
        ++looks[i];
        return 3.5;
    };
    EXPECT_EQ(fastest_count(counts, test::fast_gpus(4), look), 3U);
    EXPECT_EQ(looks[3], 1);
}

TEST(FastestCount, NoPlanAtAll) {
    EXPECT_EQ(taken({kNever, kNever}), 1U);
}

TEST(FastestCount, ThrowsWhatTheFirstOneThrew) {
    const auto look = [](std::size_t i) -> double {
        if (i > 0) throw Error(ErrorCode::internal, std::to_string(i));
        return 1;
    };
    try {
        static_cast<void>(fastest_count(device_counts(4), test::fast_gpus(4), look));
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_NE(error.message().find("1"), std::string::npos);
    }
}

}  // namespace
}  // namespace hg
