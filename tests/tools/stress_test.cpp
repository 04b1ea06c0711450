// hgctl stress: planted decay, spread, wrong bits and lost devices are found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine/device/device_model.hpp"
#include "runtime/machine/device/discovery.hpp"
#include "support/faulty_device.hpp"
#include "tools/hgctl/stress/stress_report.hpp"
#include "tools/workload/operands/random_matrix.hpp"

namespace hgctl {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(StressStatistics, AStraightLineIsFoundExactly) {
    const Trend found = trend({0, 1, 2, 5}, {7, 9, 11, 17});
    EXPECT_DOUBLE_EQ(found.slope, 2);
    EXPECT_NEAR(found.uncertainty, 0, 1e-12);
    EXPECT_EQ(trend({1}, {3}).uncertainty, kInfinity);
    EXPECT_EQ(trend({1, 2}, {3, 4}).uncertainty, kInfinity);
    EXPECT_EQ(trend({2, 2, 2}, {3, 4, 5}).uncertainty, kInfinity);
}

TEST(StressStatistics, TheIntervalIsThatOfTheTextbook) {
    // Residuals 0, 1, -2, 1, 0 about 3 + 0 x: s^2 = 6 / 3, sum of (x - 2)^2 = 10, t(3) = 3.18244630528.
    const Trend found = trend({0, 1, 2, 3, 4}, {3, 4, 1, 4, 3});
    EXPECT_NEAR(found.slope, 0, 1e-12);
    EXPECT_NEAR(found.uncertainty, 3.18244630528 * std::sqrt(2.0 / 10), 1e-9);
}

TEST(StressStatistics, TheIntervalHoldsAPlantedSlopeAboutNineteenTimesInTwenty) {
    RandomNumbers random(7);
    constexpr int kRuns = 1000;
    for (const std::size_t points : {std::size_t{5}, std::size_t{40}}) {
        int held = 0;
        for (int run = 0; run < kRuns; ++run) {
            std::vector<double> x, y;
            for (std::size_t i = 0; i < points; ++i) {
                double noise = 0;  // about normal
                for (int j = 0; j < 12; ++j) noise += random.unit() / 2;
                x.push_back(static_cast<double>(i));
                y.push_back(100 - 0.3 * x.back() + noise);
            }
            const Trend found = trend(x, y);
            held += std::fabs(found.slope + 0.3) <= found.uncertainty;
        }
        EXPECT_NEAR(held, 0.95 * kRuns, 0.025 * kRuns) << points;
    }
}

TEST(StressStatistics, ASummaryTellsOfPlantedDecay) {
    std::vector<double> seconds, rates;
    for (int i = 0; i < 100; ++i) {
        seconds.push_back(0.5 * i);
        rates.push_back(1000 - i + (i == 50 ? -300 : 0));
    }
    const RateSummary summary = summarize(seconds, rates);
    EXPECT_DOUBLE_EQ(summary.best, 1000);
    EXPECT_DOUBLE_EQ(summary.worst, 650);
    EXPECT_DOUBLE_EQ(summary.first, 995.5);
    EXPECT_DOUBLE_EQ(summary.last, 905.5);
    EXPECT_DOUBLE_EQ(summary.loss(), 1 - 905.5 / 995.5);
    EXPECT_NEAR(summary.over_run.slope, -99 / summary.median, 0.01);
    EXPECT_LT(summary.over_run.uncertainty, 0.03);
    EXPECT_GT(summary.over_run.uncertainty, 0.001);
    EXPECT_DOUBLE_EQ(spread({90, 100, 95}), 0.1);
    EXPECT_DOUBLE_EQ(summarize({1}, {5}).loss(), 0);
}

/// A result of two devices and one kernel; the rates of each go from the first to the second value.
StressResult planted_result(std::pair<double, double> one, std::pair<double, double> other) {
    StressResult result;
    result.plan.n = 64;
    for (const auto& [first, last] : {one, other}) {
        StressedDevice device{"gfx1", {{{"gemm", hg::ElementType::f64, true, 1}, {}}}, {}};
        for (int i = 0; i < 100; ++i) {
            StressSample& sample = device.series.front().samples.emplace_back();
            sample.iteration = i + 1;
            sample.at = i / 10.0;
            sample.rate = first + (last - first) * i / 99;
        }
        result.devices.push_back(std::move(device));
    }
    return result;
}

TEST(StressReport, JudgesPlantedLossAndSpread) {
    const StressTerms five{.limit = 0.05, .prices = {}};
    EXPECT_THAT(stress_faults(planted_result({100e9, 98e9}, {99e9, 97e9}), five), IsEmpty());
    EXPECT_THAT(stress_faults(planted_result({100e9, 90e9}, {100e9, 90e9}), {}), IsEmpty()) << "no limit";
    EXPECT_THAT(stress_faults(planted_result({100e9, 98e9}, {100e9, 90e9}), five),
                ElementsAre(HasSubstr("device 1 (gfx1): gemm f64 lost 9.1")));
    EXPECT_THAT(stress_faults(planted_result({100e9, 100e9}, {73e9, 73e9}), five),
                ElementsAre(HasSubstr("devices 1 and 0 (gfx1) differ by 27.00 % in gemm f64")));
    StressResult unlike = planted_result({100e9, 100e9}, {73e9, 73e9});
    unlike.devices[1].name = "gfx2";
    EXPECT_THAT(stress_faults(unlike, five), IsEmpty()) << "only like devices are compared";
}

TEST(StressReport, DividesByPrices) {
    const StressTerms terms{.limit = {}, .prices = {1000, 4000}};
    const auto cells = stress_table(planted_result({100e9, 100e9}, {100e9, 100e9}), terms).cells().rows;
    EXPECT_THAT(cells[0], Contains("per price"));
    EXPECT_THAT(cells[1], Contains("0.1 GFLOP/s"));
    EXPECT_THAT(cells[2], Contains("0.025 GFLOP/s"));
}

/// The first line of a report's text.
std::string headline_of(const StressResult& result) {
    std::ostringstream text;
    stress_report(result, {}).print(text);
    return text.str().substr(0, text.str().find('\n'));
}

/// Changes one bit of an instruction's last operand at its calls from number `first` on, `count` of them.
/// `after` names an instruction: calls before its first one are not counted.
class WrongDevice final : public hg::test::ForwardingDevice {
  public:
    WrongDevice(std::unique_ptr<hg::Device> device, std::string name, int first, int count,
                std::string after = "")
        : ForwardingDevice(std::move(device)),
          name_(std::move(name)),
          after_(std::move(after)),
          first_(first),
          end_(first + count) {}

    void exec(const hg::ExecCall& call, hg::Ticket ticket) noexcept override {
        counting_ = counting_ || call.instruction->name.starts_with(after_);
        const bool counts = counting_ && call.instruction->name.starts_with(name_);
        const bool wrong = counts && calls_ >= first_ && calls_ < end_;
        calls_ += counts;
        if (!wrong) return ForwardingDevice::exec(call, ticket);
        hg::Instruction partially_written = *call.instruction;
        partially_written.host = [right = call.instruction->host](const hg::HostCall& arguments) {
            right(arguments);
            const hg::HostOperand& last = arguments.operands.back();
            // Element 3 of a column of i32, else (3, 2) of f64.
            last.as<std::uint32_t>()[last.cols == 1 ? 3 : 2 * (3 + 2 * last.ld)] ^= 1U << 20;
        };
        hg::ExecCall changed = call;
        changed.instruction = &partially_written;
        ForwardingDevice::exec(changed, ticket);
    }

  private:
    std::string name_, after_;
    bool counting_ = false;
    int calls_ = 0;
    int first_, end_;
};

using Wrap = std::function<std::unique_ptr<hg::Device>(std::unique_ptr<hg::Device>)>;

/// Host devices, each wrapped.
std::vector<StressTarget> host_targets(const std::vector<Wrap>& wraps) {
    hg::MachineOptions options;
    options.devices = "host";
    std::vector<StressTarget> targets;
    for (const Wrap& wrap : wraps) {
        std::unique_ptr<hg::Device> device = std::move(hg::make_devices(options).front());
        const hg::DeviceModel model = hg::guess_target({&device->info()}, 0).devices.front();
        targets.push_back({wrap ? wrap(std::move(device)) : std::move(device), model});
    }
    return targets;
}

StressPlan small_plan() {
    return {.kernels = {"gemm", "copy"},
            .types = {hg::ElementType::f64},
            .links = true,
            .n = 24,
            .launches = 4,
            .iterations = 5,
            .seconds = {}};
}

StressResult stress(const StressPlan& plan, const std::vector<Wrap>& wraps,
                    const std::function<bool()>& stop = {}) {
    DeviceSensors sensors("no_such_program");
    return run_stress(plan, host_targets(wraps), hg::kernels::Database::shipped(), sensors,
                      {.iteration = {}, .stop = stop});
}

std::size_t samples_of(const StressResult& result, std::size_t device, std::size_t kernel) {
    return result.devices[device].series[kernel].samples.size();
}

TEST(StressRun, SoundDevicesHaveTheSameBitsInEachIteration) {
    const StressResult result = stress(small_plan(), {{}, {}});
    EXPECT_THAT(stress_faults(result, {}), IsEmpty());
    EXPECT_FALSE(result.interrupted);
    for (const std::size_t device : {0, 1})
        for (const std::size_t kernel : {0, 1, 2}) {
            ASSERT_EQ(samples_of(result, device, kernel), 5U);
            const StressSample& last = result.devices[device].series[kernel].samples.back();
            EXPECT_EQ(last.iteration, 5);
            EXPECT_GT(last.rate, 0);
        }
}

TEST(StressRun, AWrongBitIsFoundInWhicheverLaunchItIsMade) {
    const auto faults = [](const char* kernel, int call) {
        const Wrap wrong = [=](std::unique_ptr<hg::Device> device) {
            return std::make_unique<WrongDevice>(std::move(device), kernel, call, 1);
        };
        return stress_faults(stress(small_plan(), {{}, wrong}), {});
    };
    // Iteration 0 makes the result that is kept; each has four launches of gemm.
    for (const int launch : {0, 1, 3})
        EXPECT_THAT(
            faults("gemm", 4 * 2 + launch),
            ElementsAre(HasSubstr("gemm f64, iteration 2: 1 wrong element, the first in row 3, column 2")))
            << launch;
    // One copy keeps the first result of gemm; before iteration 1, copy ran four times and links four times.
    EXPECT_THAT(
        faults("copy", 1 + 8 + 8 + 2),
        ElementsAre(HasSubstr("copy f64, iteration 2: 1 wrong element, the first in row 3, column 2")));
    EXPECT_THAT(
        faults("copy", 1 + 8 + 8 + 5),
        ElementsAre(HasSubstr("links f64, iteration 2: 1 wrong element, the first in row 3, column 2")));
}

StressPlan peak_plan() {
    StressPlan plan = small_plan();
    plan.kernels = {"peak"};
    plan.types = {hg::ElementType::f64, hg::ElementType::f32};
    plan.links = false;
    plan.iterations = 3;
    return plan;
}

TEST(StressRun, RatesOfMultiplyAddsAreThoseOfTheSameWork) {
    const StressPlan plan = peak_plan();
    EXPECT_EQ(plan.device_bytes(1 << 20), 0) << "no matrices";
    EXPECT_EQ(plan.largest_piece(1 << 20), 0);
    const StressResult result = stress(plan, {{}});
    EXPECT_THAT(stress_faults(result, {}), IsEmpty());
    for (const std::size_t kernel : {0, 1}) {
        ASSERT_EQ(samples_of(result, 0, kernel), 3U);
        const StressSeries& series = result.devices[0].series[kernel];
        EXPECT_TRUE(series.kind.counts_flops);
        for (const StressSample& sample : series.samples) {
            EXPECT_GT(sample.rate, 0);
            EXPECT_DOUBLE_EQ(sample.rate * sample.seconds, plan.launches * series.kind.work);
        }
    }
}

TEST(StressRun, AWrongBitOfMultiplyAddsIsFoundInWhicheverLaunchItIsMade) {
    const auto faults = [](int first, int count) {
        const Wrap wrong = [=](std::unique_ptr<hg::Device> device) {
            return std::make_unique<WrongDevice>(std::move(device), "peak_fma_f64", first, count,
                                                 "difference_i32");
        };
        return stress_faults(stress(peak_plan(), {wrong}), {});
    };
    // Counting begins after the first of the four launches before iteration 1.
    for (const int launch : {0, 1, 3})
        EXPECT_THAT(
            faults(3 + 4 + launch, 1),
            ElementsAre(HasSubstr("peak f64, iteration 2: 1 wrong element, the first in row 3, column 0")))
            << launch;
    EXPECT_THAT(faults(3 + 4, 3),
                ElementsAre(HasSubstr("iteration 2: 3 wrong elements, the first in row 3")));
    EXPECT_EQ(faults(0, 1000).size(), 3U) << "all iterations agree, and none is sound";
}

TEST(StressRun, ALostDeviceIsAResultAndTheOthersGoOn) {
    hg::test::FaultPlan plan;
    plan.operation = hg::Operation::exec;
    plan.position = 60;
    const Wrap faulty = [&](std::unique_ptr<hg::Device> device) {
        return std::make_unique<hg::test::FaultyDevice>(std::move(device), plan);
    };
    const StressResult result = stress(small_plan(), {faulty, {}});
    ASSERT_TRUE(result.devices[0].lost.has_value());
    EXPECT_FALSE(result.devices[1].lost.has_value());
    EXPECT_EQ(samples_of(result, 1, 2), 5U);
    EXPECT_LT(samples_of(result, 0, 2), 5U);
    EXPECT_GE(result.devices[0].lost->iteration, 2);
    EXPECT_THAT(
        stress_faults(result, {}),
        ElementsAre(HasSubstr("failed while iteration " + std::to_string(result.devices[0].lost->iteration) +
                              " ran, " + result.devices[0].lost->kernel + ": a planned fault")));
    EXPECT_THAT(stress_report(result, {}).json().text(), HasSubstr("a planned fault"));
    EXPECT_THAT(stress_report(result, {}).page(), HasSubstr("a planned fault"));
}

TEST(StressRun, ADeviceThatFailsAtOnceIsAResultToo) {
    hg::test::FaultPlan plan;
    plan.operation = hg::Operation::load;
    plan.position = 0;
    const Wrap faulty = [&](std::unique_ptr<hg::Device> device) {
        return std::make_unique<hg::test::FaultyDevice>(std::move(device), plan);
    };
    const StressResult result = stress(small_plan(), {faulty});
    EXPECT_THAT(stress_faults(result, {}),
                ElementsAre(HasSubstr("failed while it was made ready, gemm f64: a planned fault")));
    EXPECT_EQ(stress_table(result, {}).cells().rows.size(), 1U) << "the head alone";
}

TEST(StressRun, StopsWithWhatItMeasured) {
    int calls = 0;
    const StressResult result = stress(small_plan(), {{}, {}}, [&] { return ++calls > 5; });
    EXPECT_TRUE(result.interrupted);
    EXPECT_EQ(samples_of(result, 0, 0), 2U);
    EXPECT_EQ(samples_of(result, 0, 1), 2U);
    EXPECT_EQ(samples_of(result, 1, 2), 1U);
    EXPECT_THAT(headline_of(result), HasSubstr("2 iterations of 4 launches"));
    EXPECT_THAT(headline_of(result), HasSubstr("interrupted"));
}

TEST(StressRun, StopsAfterItsTime) {
    StressPlan plan = small_plan();
    plan.iterations = 1000000;
    plan.seconds = 0.05;
    const StressResult result = stress(plan, {{}});
    EXPECT_FALSE(result.interrupted);
    EXPECT_GE(samples_of(result, 0, 0), 1U);
    EXPECT_LT(result.devices[0].series[0].samples.back().at, 5);
    EXPECT_EQ(samples_of(result, 0, 0), samples_of(result, 0, 2)) << "iterations are whole";
}

TEST(DeviceSensors, TakesLinesOfTheMakersTool) {
    DeviceSensors sensors("no_such_program");
    sensors.refresh();
    sensors.take("GPU-6F0C1E2A-93b1-0a0b-0c0d-0e0f10111213, 412.35, 61");
    sensors.take("GPU-00000000-93b1-0a0b-0c0d-0e0f10111213, [N/A], 33");
    sensors.take("no line");
    const auto found = sensors.of("uuid-6f0c1e2a93b10a0b0c0d0e0f10111213");
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->watts, 412.35);
    EXPECT_EQ(found->celsius, 61);
    EXPECT_EQ(sensors.of("uuid-0000000093b10a0b0c0d0e0f10111213")->watts, std::nullopt);
    EXPECT_EQ(sensors.of("uuid-0000000093b10a0b0c0d0e0f10111213")->celsius, 33);
    EXPECT_FALSE(sensors.of("host").has_value());
}

}  // namespace
}  // namespace hgctl
