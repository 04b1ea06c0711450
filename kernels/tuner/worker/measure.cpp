#include "kernels/tuner/worker/measure.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kernels/tuner/problem/gemm_problem.hpp"
#include "kernels/tuner/worker/device_work.hpp"
#include "kernels/tuner/worker/timing.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

/// Together more than any cache that lies before a device's memory today.
constexpr std::int64_t kRotated = std::int64_t{192} << 20;
constexpr double kLongest = 0.25;  ///< seconds of device time after which no run is added
constexpr double kWarmUp = 5e-3;   ///< seconds of device time before the first that counts
constexpr double kEnough = 10e-3;  ///< seconds of device time that short kernels are run for
constexpr std::size_t kRuns = 5;
constexpr std::size_t kMostRuns = 50;
constexpr double kShort = 50e-6;   ///< launches below are timed in batches
constexpr double kBatch = 200e-6;  ///< seconds of a batch
constexpr int kLargestBatch = 32;
/// Large products run one after the other in use, and a GPU under such load falls to its power limit
/// within tens of milliseconds: there other kernels are the fastest than in bursts. So they are
/// timed in long batches.
constexpr double kLarge = 1e-3;  ///< seconds of a launch
constexpr double kLargeWarmUp = 40e-3;
constexpr double kLargeBatch = 20e-3;

/// A message that may hold a compiler's output, in one line.
std::string one_line(const std::string& message) {
    constexpr std::size_t kMost = 400;
    std::string line;
    for (const char c : message) {
        if (line.size() == kMost) return line + "...";
        if (c != '\n')
            line += c;
        else if (!line.ends_with("; "))
            line += "; ";
    }
    return line;
}

int or_default(int tile) {
    constexpr int kDefault = 64;
    return tile > 0 ? tile : kDefault;
}

/// Two and a half tiles each way and an odd number of rows, columns and steps, enough for
/// every stage and part.
GemmShape check_shape(const Candidate& candidate) {
    const GemmParameters& p = candidate.parameters;
    const auto extent = [](int tile, int tiles) { return (std::int64_t{tile} * tiles + tile / 2) | 1; };
    GemmShape shape = candidate.shape;
    shape.m = extent(or_default(p.tile_m), 2);
    shape.n = extent(or_default(p.tile_n), 2);
    shape.k = extent(p.tile_k > 0 ? p.tile_k : 16, (std::max(p.stages, 1) + 1) * p.split_k);
    return shape;
}

/// Launches timed as one.
int batch_of(double launch) {
    if (launch >= kShort && launch < kLarge) return 1;
    const double batch = launch < kShort ? kBatch : kLargeBatch;
    return static_cast<int>(std::min(std::ceil(batch / std::max(launch, 1e-9)), 1.0 * kLargestBatch));
}

double robust_seconds(GemmProblem& problem, const GemmKernels& kernels) {
    double last = problem.seconds_of(kernels, 1);
    const double warm_up = last < kLarge ? kWarmUp : kLargeWarmUp;
    const int batch = batch_of(last);
    double warm = last;
    for (std::size_t run = 0; run < kMostRuns && warm < warm_up; ++run) {
        last = problem.seconds_of(kernels, batch);
        warm += last * batch;
    }
    if (last >= kLongest) return last;
    std::vector<double> times;
    double spent = 0;
    while (times.size() < kRuns || (spent < kEnough && times.size() < kMostRuns)) {
        times.push_back(problem.seconds_of(kernels, batch));
        spent += times.back() * batch;
        if (spent >= kLongest) break;
    }
    return median(std::move(times));
}

std::string misfit(const Candidate& candidate) {
    const GemmParameters& p = candidate.parameters;
    const GemmShape& s = candidate.shape;
    if (s.m < 1 || s.n < 1 || s.k < 1) return "the shape has no elements";
    if (p.type != s.type || p.transpose_a != s.transpose_a || p.transpose_b != s.transpose_b)
        return "the kernel is for another type, or for other operations than the shape";
    return {};
}

Verdict verdict_of(ErrorCode code) {
    return code == ErrorCode::device_lost ? Verdict::crashed : Verdict::rejected;
}

}  // namespace

struct Measurer::State {
    DeviceWork work;
    MakeInstruction make;
    std::optional<GemmShape> shape;        ///< of `problem`
    std::unique_ptr<GemmProblem> problem;  ///< kept for the next candidate with its shape
    std::set<std::string> sound;           ///< kernels that were right on their small products

    GemmKernels prepared(const GemmParameters& p) {
        GemmKernels kernels{make(p), nullptr, p.split_k, p.split_k > 1 || !p.overwrite};
        work.device().prepare(*kernels.product);
        if (p.split_k > 1) {
            kernels.sum = gemm_sum(p.type, p.split_k, false);
            work.device().prepare(*kernels.sum);
        }
        return kernels;
    }

    GemmProblem& problem_of(const GemmShape& wanted) {
        if (shape != wanted) {
            shape.reset();
            problem.reset();
            problem = make_gemm_problem(work, wanted, {.aligned = true, .set_bytes = kRotated});
            shape = wanted;
        }
        return *problem;
    }

    std::string small_fault(const Candidate& candidate, const GemmKernels& kernels) {
        if (sound.contains(kernels.product->name)) return {};
        const GemmShape small = check_shape(candidate);
        for (const bool aligned : {true, false}) {
            const auto check = make_gemm_problem(work, small, {.aligned = aligned});
            if (const std::string fault = check->fault_of(kernels); !fault.empty())
                return fault + " (" + std::to_string(small.m) + " x " + std::to_string(small.n) + " x " +
                       std::to_string(small.k) + (aligned ? ")" : ", odd leading dimensions)");
        }
        sound.insert(kernels.product->name);
        return {};
    }

    Outcome measure(const Candidate& candidate) {
        if (std::string fault = misfit(candidate); !fault.empty())
            return {Verdict::rejected, 0, std::move(fault)};
        const GemmKernels kernels = prepared(candidate.parameters);
        if (std::string fault = small_fault(candidate, kernels); !fault.empty())
            return {Verdict::wrong, 0, std::move(fault)};
        GemmProblem& timed = problem_of(candidate.shape);
        if (std::string fault = timed.fault_of(kernels); !fault.empty())
            return {Verdict::wrong, 0, std::move(fault)};
        return {Verdict::good, robust_seconds(timed, kernels), {}};
    }

    Outcome compile(const Candidate& candidate) {
        using Clock = std::chrono::steady_clock;
        const Clock::time_point begin = Clock::now();
        prepared(candidate.parameters);
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        return {Verdict::good, std::max(seconds, 1e-9), {}};
    }

    /// A lost device is given a new context if its driver can.
    void recover() {
        shape.reset();
        problem.reset();
        try {
            if (work.device().lost()) work.device().recover();
        } catch (const Error&) {
            // Then the device stays lost, and so does each further candidate.
        }
    }

    template <class Work>
    Outcome guarded(Work doing) {
        if (work.device().lost()) return {Verdict::crashed, 0, "the device is lost"};
        try {
            return doing();
        } catch (const Error& error) {
            const bool lost = work.device().lost();
            if (lost) recover();
            return {lost ? Verdict::crashed : verdict_of(error.code()), 0, one_line(error.what())};
        } catch (const std::bad_alloc&) {
            return {Verdict::rejected, 0, "host memory does not hold the operands"};
        }
    }
};

Measurer::Measurer(std::unique_ptr<Device> device, MakeInstruction make)
    : state_(std::make_unique<State>(State{DeviceWork(std::move(device)), std::move(make), {}, {}, {}})) {}

Measurer::~Measurer() = default;

Outcome Measurer::run(const Candidate& candidate) {
    return state_->guarded([&] { return state_->measure(candidate); });
}

Outcome Measurer::compile(const Candidate& candidate) {
    return state_->guarded([&] { return state_->compile(candidate); });
}

}  // namespace hg::kernels
