#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "blas/cost/gemm_equivalent.hpp"
#include "blas/cost/host_choice.hpp"
#include <hg/runtime/machine/machine.hpp>

namespace hg {
namespace {

constexpr ElementType kF64 = ElementType::f64;

/// `count` devices of 1 Tflop/s on a host of 0.1 Tflop/s; a call costs 100 us, and 1 ns for each
/// of the first bytes.
struct Known {
    explicit Known(std::size_t count) : devices(count) {
        model.host = {1e11, 2e11};
        model.devices.resize(count);
        for (std::size_t d = 0; d < count; ++d) {
            model.devices[d].call = {100e-6, 1e9, 40e9};
            devices[d].rate_f64 = 1e12;
            devices[d].rate_f32 = 2e12;
        }
    }
    [[nodiscard]] HostChoice choice() const { return {model, devices}; }

    MachineModel model;
    std::vector<DeviceModel> devices;
};

TEST(HostChoice, IsWhatTheFormulaSays) {
    const HostChoice choice = Known(1).choice();
    // Order n, C not read. The host takes 2 n^3 / 1e11 s; the device 100e-6 s for the call, 8 MiB of 24 n^2
    // bytes at 1e9 bytes/s, and the longer of the other bytes at 40e9 and the flops at 1e12. It has to be
    // faster by a quarter.
    const auto hosts = [](double n) {
        const double first = std::min(24 * n * n, 8.0 * (1 << 20));
        const double device =
            100e-6 + first / 1e9 + std::max((24 * n * n - first) / 40e9, 2 * n * n * n / 1e12);
        return 0.75 * 2 * n * n * n / 1e11 < device;
    };
    for (std::int64_t n = 1; n < 5000; n += 7)
        EXPECT_EQ(choice.runs_on_cpu(kF64, n, n, n, false), hosts(static_cast<double>(n))) << n;
    EXPECT_FALSE(choice.runs_on_cpu(kF64, 5000, 5000, 5000, true));
    EXPECT_FALSE(choice.runs_on_cpu(kF64, 256, 100000, 256, true)) << "thin, but it streams";
    EXPECT_TRUE(choice.runs_on_cpu(kF64, 1000, 1000, 1, true)) << "it moves more than it computes";
}

/// The memory of both sides counts, and each direction of a link.
TEST(HostChoice, CountsBytesOnBothSides) {
    Known known(1);
    known.model.host.memory = 50e9;
    known.model.devices[0].link = {20e9, 10e9, 25e9};
    const GemmEquivalent thin{20000, 1, 20000};  // 3.2e9 bytes in, next to none out
    const double host = known.choice().host_seconds(kF64, thin);
    const double device = known.choice().device_seconds(kF64, thin);
    EXPECT_NEAR(host, 3.2e9 / 50e9, 1e-4);
    EXPECT_NEAR(device, 3.2e9 / 20e9, 0.01);
    const GemmEquivalent low_rank{20000, 20000, 1, false};
    EXPECT_NEAR(known.choice().device_seconds(kF64, low_rank), 3.2e9 / 10e9, 0.01) << "out";
    const GemmEquivalent update{20000, 20000, 1, true};
    EXPECT_NEAR(known.choice().device_seconds(kF64, update), 3.2e9 / 10e9, 0.01) << "out, the slower way";
    EXPECT_NEAR(known.choice().host_seconds(kF64, update), 6.4e9 / 50e9, 1e-4);
    known.model.host.thin = {{1, 40e9}, {100, 10e9}};
    EXPECT_NEAR(known.choice().host_seconds(kF64, thin), 3.2e9 / 40e9, 1e-3) << "as measured";
    const GemmEquivalent ten{20000, 10, 20000};
    EXPECT_NEAR(known.choice().host_seconds(kF64, ten), 3.2e9 / 25e9, 5e-3) << "between two widths";
    const GemmEquivalent complex_thin{20000, 5, 20000};  // as many flops for each byte as ten real columns
    EXPECT_NEAR(known.choice().host_seconds(ElementType::c64, complex_thin), 6.4e9 / 25e9, 1e-2);
}

/// A product of complex elements is four real ones on twice the bytes.
TEST(HostChoice, CountsAllOperationsOfComplexElements) {
    const HostChoice choice = Known(1).choice();
    const auto hosts = [](double n) {
        const double first = std::min(48 * n * n, 8.0 * (1 << 20));
        const double device =
            100e-6 + first / 1e9 + std::max((48 * n * n - first) / 40e9, 8 * n * n * n / 1e12);
        return 0.75 * 8 * n * n * n / 1e11 < device;
    };
    for (std::int64_t n = 1; n < 3000; n += 7)
        EXPECT_EQ(choice.runs_on_cpu(ElementType::c64, n, n, n, false), hosts(static_cast<double>(n))) << n;
    EXPECT_LT(choice.largest_order(ElementType::c64), choice.largest_order(kF64));
}

/// Level 2 reads each element of a matrix once: the link decides.
TEST(HostChoice, StreamsOverLinksThatAreFasterThanMemory) {
    Known known(2);
    known.model.host.memory = 50e9;  // so that the CPU may read at 75e9 bytes/s
    EXPECT_DOUBLE_EQ(host_bound({3e9, 1e9}, known.model.host), 4.0 / 75);
    known.model.devices[1].link = {200e9, 100e9, 220e9};
    const double large = 4e9;
    EXPECT_TRUE(known.choice().streams_faster({large, 0}));
    EXPECT_FALSE(known.choice().streams_faster({5e6, 0})) << "the call itself costs 100 us";
    EXPECT_TRUE(known.choice().streams_faster({large, large})) << "at 110e9 bytes/s each way";
    known.model.devices[1].link.in = 75e9;
    EXPECT_FALSE(known.choice().streams_faster({large, 0})) << "no sooner than the CPU";
    known.model.devices[1].link.in = 200e9;
    known.model.host.memory = 0;
    EXPECT_EQ(host_bound({large, 0}, known.model.host), 0);
    EXPECT_FALSE(known.choice().streams_faster({large, 0})) << "nothing is known of the host's memory";
    EXPECT_TRUE(known.choice().vectors_run_on_cpu()) << "in pageable memory";
    EXPECT_FALSE(HostChoice(100).streams_faster({large, 0}));
    EXPECT_TRUE(HostChoice(100).vectors_run_on_cpu());
    EXPECT_FALSE(HostChoice(0).vectors_run_on_cpu());
}

TEST(HostChoice, DoesNotDependOnTheNumberOfEqualDevices) {
    const HostChoice one = Known(1).choice();
    const HostChoice eight = Known(8).choice();
    for (std::int64_t n = 1; n < 4000; n += 13)
        EXPECT_EQ(one.runs_on_cpu(kF64, n, n, n, true), eight.runs_on_cpu(kF64, n, n, n, true)) << n;
    EXPECT_EQ(one.largest_order(kF64), eight.largest_order(kF64));
}

TEST(HostChoice, GainIsTheDifferenceToTheBestDevice) {
    Known known(2);
    known.model.devices[1].call.seconds = 1;
    // 2e12 flops: 20 s against 2 s, 8 MiB at 1e9 bytes/s and the call.
    const double first = 8.0 * (1 << 20) / 1e9;
    EXPECT_NEAR(known.choice().gain(kF64, 10000, 10000, 10000, true), 20 - (100e-6 + first + 2), 1e-9);
    EXPECT_LT(known.choice().gain(kF64, 100, 100, 100, true), 0.0);
    EXPECT_EQ(HostChoice(100).gain(kF64, 1, 1, 1, true), std::numeric_limits<double>::infinity());
}

/// One H200 on 16 cores of which nothing was measured. The CPU's LAPACK took 8.4 ms for order 1024 there.
TEST(HostChoice, SmallInversesOfAFastGpuAreTheHosts) {
    MachineModel model;
    model.host = {16 * 16e9, 16 * 32e9};
    DeviceModel device;
    device.rate_f64 = 60e12;
    device.rate_f32 = 55e12;
    const HostChoice choice(model, {device});
    const auto hosts = [&](std::int64_t n) {
        const GemmEquivalent p = potri_product(n);
        return choice.runs_on_cpu(kF64, p.m, p.n, p.k, p.reads_c, p.calls);
    };
    for (const std::int64_t n : {1, 64, 100, 500}) EXPECT_TRUE(hosts(n)) << n;
    for (const std::int64_t n : {1024, 2048, 8192, 32768}) EXPECT_FALSE(hosts(n)) << n;
}

TEST(HostChoice, SeveralCallsShareTheirWork) {
    const HostChoice choice = Known(1).choice();
    const double host = 2e12 / 1e11;
    // Ten calls of 2e11 flops: 8 MiB each at 1e9 bytes/s, and what a call costs.
    const double device = 10 * (100e-6 + 8.0 * (1 << 20) / 1e9 + 0.2);
    EXPECT_NEAR(choice.gain(kF64, 10000, 10000, 10000, true, 10), host - device, 1e-9);
    EXPECT_EQ(choice.gain(kF64, 300, 300, 300, true, 1), choice.gain(kF64, 300, 300, 300, true));
}

TEST(HostChoice, LooksAtTheDeviceThatServesBest) {
    Known known(2);
    known.model.devices[1].call.seconds = 1;
    EXPECT_EQ(known.choice().largest_order(kF64), Known(1).choice().largest_order(kF64));
    known.devices[0].has_f64 = false;
    EXPECT_GT(known.choice().largest_order(kF64).value_or(0), 2000) << "only the slow one computes in f64";
}

TEST(HostChoice, LargestOrderIsTheLast) {
    const HostChoice choice = Known(1).choice();
    const std::int64_t n = choice.largest_order(kF64).value_or(0);
    ASSERT_GT(n, 0);
    EXPECT_TRUE(choice.runs_on_cpu(kF64, n, n, n, false));
    EXPECT_FALSE(choice.runs_on_cpu(kF64, n + 1, n + 1, n + 1, false));
}

TEST(HostChoice, IsAlwaysTheHostWhereItIsTheOnlyDevice) {
    Known known(1);
    known.devices[0].traits.is_host = true;
    EXPECT_TRUE(known.choice().runs_on_cpu(kF64, 100000, 100000, 100000, true));
    EXPECT_EQ(known.choice().largest_order(kF64), std::nullopt);
}

TEST(HostChoice, GuessesWhatIsNotKnown) {
    const HostChoice choice(MachineModel{}, std::vector<DeviceModel>(1));
    EXPECT_TRUE(choice.runs_on_cpu(kF64, 64, 64, 64, true));
    EXPECT_FALSE(choice.runs_on_cpu(kF64, 20000, 20000, 20000, true));
}

TEST(HostChoice, TakesAnOrder) {
    EXPECT_FALSE(HostChoice(0).runs_on_cpu(kF64, 0, 0, 0, false));
    EXPECT_TRUE(HostChoice(100).runs_on_cpu(kF64, 99, 99, 99, true));
    EXPECT_FALSE(HostChoice(100).runs_on_cpu(kF64, 100, 100, 100, true));
    EXPECT_TRUE(HostChoice(100).runs_on_cpu(kF64, 100000, 1, 1, true));
    EXPECT_FALSE(HostChoice().runs_on_cpu(kF64, 1, 1, 1, true));
}

}  // namespace
}  // namespace hg
