#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/planted_costs.hpp"
#include "tools/tuner/candidate.hpp"
#include "tools/tuner/gemm/gemm_routine.hpp"
#include "tools/tuner/search/search_space.hpp"

namespace hg::test {

/// A runner without a device: what a function says, and a clock that only its work moves.
class FunctionRunner final : public kernels::CandidateRunner {
  public:
    using Says = std::function<kernels::Outcome(const kernels::Candidate&)>;
    explicit FunctionRunner(Says says, double seconds_each = 0.01)
        : says_(std::move(says)), seconds_each_(seconds_each) {}

    kernels::Outcome run(const kernels::Candidate& candidate) override {
        ++runs_;
        now_ += seconds_each_;
        return says_(candidate);
    }
    [[nodiscard]] std::function<double()> clock() {
        return [this] { return now_; };
    }
    [[nodiscard]] int runs() const { return runs_; }

  private:
    Says says_;
    double seconds_each_;
    double now_ = 0;
    int runs_ = 0;
};

/// The planted best of a space.
template <class Seconds>
double least_seconds(const kernels::SearchSpace& space, const Seconds& seconds) {
    double least = std::numeric_limits<double>::infinity();
    for (const kernels::TunableKernel& kernel : space.kernels()) least = std::min(least, seconds(kernel));
    return least;
}

/// A runner without a device: planted costs, and a clock that only its work moves.
class StubRunner final : public kernels::CandidateRunner {
  public:
    explicit StubRunner(std::uint64_t seed) : costs_(seed) {}

    kernels::Outcome run(const kernels::Candidate& candidate) override {
        ++runs_;
        now_ += seconds_each;
        const std::string& kernel = candidate.kernel.name;
        ++times_run_[kernel + "@" + extent_text(candidate.problem)];
        const auto planted = planted_.find(kernel);
        if (planted != planted_.end() && planted->second.verdict != kernels::Verdict::good)
            return planted->second;
        const double seconds = planted != planted_.end() ? planted->second.seconds
                                                         : cost(kernels::gemm_parameters(candidate.kernel),
                                                                kernels::gemm_shape(candidate.problem));
        return {kernels::Verdict::good, seconds * (1 + noise * wobble()), {}};
    }

    void expect(const std::vector<kernels::Candidate>& candidates) override {
        for (const auto& candidate : candidates) expected_.insert(candidate.kernel.name);
    }

    /// Seconds of a kernel on a shape, without noise.
    std::function<double(const kernels::GemmParameters&, const kernels::GemmShape&)> cost =
        [this](const kernels::GemmParameters& p, const kernels::GemmShape&) { return costs_.seconds(p); };
    /// What a kernel is planted to do instead.
    void plant(const kernels::TunableKernel& kernel, kernels::Outcome outcome) {
        planted_[kernel.name] = std::move(outcome);
    }

    double seconds_each = 0.3;  ///< that a run takes of the clock
    double noise = 0;           ///< by which times are larger or smaller at most
    [[nodiscard]] std::function<double()> clock() {
        return [this] { return now_; };
    }
    [[nodiscard]] double now() const { return now_; }
    [[nodiscard]] int runs() const { return runs_; }
    [[nodiscard]] int runs_of(const kernels::TunableKernel& kernel,
                              const kernels::TuningProblem& problem) const {
        const auto found = times_run_.find(kernel.name + "@" + extent_text(problem));
        return found == times_run_.end() ? 0 : found->second;
    }
    [[nodiscard]] bool was_expected(const kernels::TunableKernel& kernel) const {
        return expected_.contains(kernel.name);
    }
    [[nodiscard]] const PlantedCosts& costs() const { return costs_; }

  private:
    /// From -1 to 1, no two the same for long.
    [[nodiscard]] double wobble() const { return std::sin(12.9898 * runs_); }

    PlantedCosts costs_;
    std::map<std::string, kernels::Outcome> planted_;
    std::map<std::string, int> times_run_;
    std::set<std::string> expected_;
    double now_ = 0;
    int runs_ = 0;
};

/// Devices as numbers: a large GPU and a CPU.
inline DeviceModel some_gpu() {
    DeviceModel device;
    device.traits.product = "NVIDIA H200";
    device.traits.vendor = "NVIDIA";
    device.traits.architecture = "sm_90";
    device.traits.nvidia_capability = 90;
    device.traits.local_memory = std::int64_t{227} << 10;
    device.traits.max_work_group = 1024;
    device.traits.compute_units = 132;
    return device;
}
inline DeviceModel some_cpu() {
    DeviceModel device;
    device.is_gpu = false;
    device.traits.product = "a CPU";
    device.traits.vendor = "pocl";
    device.traits.local_memory = std::int64_t{512} << 10;
    device.traits.max_work_group = 4096;
    device.traits.compute_units = 4;
    return device;
}

}  // namespace hg::test
