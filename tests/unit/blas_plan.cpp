#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <string>
#include <vector>

#include "blas/cost/plan.hpp"
#include "support/expected_error.hpp"
#include "support/fast_gpus.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// Candidates of these tests are their own programs, and those programs the seconds that they take.
struct SecondsOfCandidate {
    Target machine = test::fast_gpus(8);

    double operator()(double seconds) const { return seconds; }
    [[nodiscard]] const Target& target() const { return machine; }
};

Error out_of_memory(double candidate) {
    return Error(ErrorCode::out_of_memory, "candidate " + std::to_string(static_cast<int>(candidate)));
}

/// Candidates of kNever do not fit.
double build(double candidate) {
    if (candidate == kNever) throw out_of_memory(0);
    return candidate;
}

/// The number of devices that is taken if plans for 1, 2, ... of them take so long.
std::size_t taken(const std::vector<double>& seconds, const Target& target = test::fast_gpus(8)) {
    const auto build_count = [&](std::size_t count) { return build(seconds[count - 1]); };
    return plan(device_counts(seconds.size()), build_count, SecondsOfCandidate{target}).candidate;
}

double fastest(const Candidates<double>& candidates) {
    return plan(std::vector{candidates}, build, SecondsOfCandidate{}).candidate;
}

TEST(Plan, TakesTheFastestNumberOfDevices) {
    EXPECT_EQ(taken({1}), 1U);
    EXPECT_EQ(taken({8, 4, 2, 1}), 4U);
    EXPECT_EQ(taken({8, 9, 2, 3}), 3U);
    EXPECT_EQ(taken({8, 4, 4}), 2U);
    EXPECT_EQ(taken({kNever, 9, kNever}), 2U);
}

/// If simulation tells what the host adds, it may be wrong by as much.
TEST(Plan, MoreGpusMustBeWorthIt) {
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

TEST(Plan, SkipsNumbersOfDevicesThatAreTooSlowAtBest) {
    const std::vector<Candidates<std::size_t>> counts = device_counts(4, 12, 1);
    EXPECT_DOUBLE_EQ(counts[2].least_seconds, 4);
    std::array<std::atomic<int>, 4> builds{};
    const auto count_builds = [&](std::size_t count) {
        ++builds[count - 1];
        return 3.5;
    };
    EXPECT_EQ(plan(counts, count_builds, SecondsOfCandidate{}).candidate, 4U);
    EXPECT_EQ(builds[3], 1);
}

TEST(Plan, ASingleCandidateIsNotSimulated) {
    struct Never : SecondsOfCandidate {
        double operator()(double) const { throw Error(ErrorCode::internal, "simulated"); }
    };
    EXPECT_EQ(plan(
                  device_counts(1), [](std::size_t) { return 2.0; }, Never{})
                  .program,
              2);
    EXPECT_THROW(static_cast<void>(plan(
                     device_counts(2), [](std::size_t) { return 2.0; }, Never{})),
                 Error);
}

TEST(Plan, ComparesTheCandidatesForANumberOfDevices) {
    EXPECT_EQ(fastest({.list = {3, kNever, 2, 4}}), 2);
    EXPECT_EQ(fastest({.list = {3, 4, 2}, .much_worse = 1.5}), 2);
    EXPECT_EQ(fastest({.list = {3, 5, 2}, .much_worse = 1.5}), 3)
        << "candidates after one that is much worse";
    EXPECT_EQ(fastest({.list = {3, 2}, .otherwise = {1}}), 2);
    EXPECT_EQ(fastest({.list = {kNever, kNever}, .otherwise = {6, 5}}), 5);
}

TEST(Plan, GoesOnToNeighboursAsLongAsTheyAreFaster) {
    int steps = 0;
    const auto halves = [&](double best, double seconds) {
        ++steps;
        EXPECT_EQ(best, seconds);
        return best > 1 ? std::vector{best * 2, best / 2} : std::vector{best * 2};
    };
    EXPECT_EQ(fastest({.list = {9, 8}, .neighbours = halves}), 1);
    EXPECT_EQ(steps, 4);
}

TEST(Plan, NeighboursOfWhatDoesNotFitMayFit) {
    const auto three = [](double, double seconds) {
        return seconds == kNever ? std::vector<double>{3} : std::vector<double>{};
    };
    EXPECT_EQ(fastest({.list = {kNever}, .neighbours = three}), 3);
}

TEST(Plan, IfNothingFitsSaysWhatTheLastCandidateForTheFewestDevicesLacks) {
    const std::vector<Candidates<double>> groups{{.list = {1, 2}}, {.list = {3}}};
    const auto never = [](double candidate) -> double { throw out_of_memory(candidate); };
    EXPECT_EQ(test::error_of([&] { return plan(groups, never, SecondsOfCandidate{}); }).message(),
              "candidate 2");
    EXPECT_EQ(test::error_of([&] { return plan(groups.front().list, never); }).message(), "candidate 2");
}

TEST(Plan, ByPreferenceTakesTheFirstThatFits) {
    std::vector<double> builds;
    const auto fits_below = [&](double candidate) {
        builds.push_back(candidate);
        if (candidate > 4) throw out_of_memory(candidate);
        return candidate;
    };
    EXPECT_EQ(plan(std::vector<double>{16, 8, 4, 2}, fits_below), 4);
    EXPECT_EQ(builds, (std::vector<double>{16, 8, 4}));
}

TEST(Plan, ThrowsWhatTheFirstGroupThrew) {
    const auto fail = [](std::size_t count) -> double {
        if (count > 1) throw Error(ErrorCode::internal, std::to_string(count));
        return 1;
    };
    EXPECT_EQ(test::error_of([&] { return plan(device_counts(4), fail, SecondsOfCandidate{}); }).message(),
              "2");
}

}  // namespace
}  // namespace hg
