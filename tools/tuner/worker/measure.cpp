#include "tools/tuner/worker/measure.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine/measure/device_work.hpp"
#include "runtime/machine/measure/timing.hpp"
#include "tools/tuner/tunable_routine.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

/// Together more than any cache that lies before a device's memory today.
constexpr std::int64_t kRotated = std::int64_t{192} << 20;
constexpr double kLongest = 0.25;  ///< seconds after which no run is added
constexpr double kWarmUp = 5e-3;   ///< seconds before the first run that counts
constexpr double kEnough = 10e-3;  ///< seconds that short kernels are run for
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

/// Launches timed as one.
int batch_of(double launch) {
    if (launch >= kShort && launch < kLarge) return 1;
    const double batch = launch < kShort ? kBatch : kLargeBatch;
    return static_cast<int>(std::min(std::ceil(batch / std::max(launch, 1e-9)), 1.0 * kLargestBatch));
}

/// Launches of small kernels take longer than their work on a device: what is spent is the host's time.
double robust_seconds(TrialOperands& operands, const PreparedKernel& kernel) {
    double last = operands.seconds_of(kernel, 1);
    const double warm_up = last < kLarge ? kWarmUp : kLargeWarmUp;
    const int batch = batch_of(last);
    const double begin = steady_seconds() - last;
    for (std::size_t run = 0; run < kMostRuns && steady_seconds() - begin < warm_up; ++run)
        last = operands.seconds_of(kernel, batch);
    if (last >= kLongest) return last;
    std::vector<double> times;
    const double warm = steady_seconds();
    double spent = 0;
    while (times.size() < kRuns || (spent < kEnough && times.size() < kMostRuns)) {
        times.push_back(operands.seconds_of(kernel, batch));
        spent = steady_seconds() - warm;
        if (spent >= kLongest) break;
    }
    return median(std::move(times));
}

std::string misfit(const Candidate& candidate) {
    const auto& [kernel, problem] = candidate;
    if (std::any_of(problem.extents.begin(), problem.extents.end(), [](std::int64_t n) { return n < 1; }))
        return "the shape has no elements";
    if (kernel.type != problem.type || kernel.operation != problem.operation)
        return "the kernel is for another type, or for other operations than the shape";
    return {};
}

Verdict verdict_of(ErrorCode code) {
    return code == ErrorCode::device_lost ? Verdict::crashed : Verdict::rejected;
}

}  // namespace

struct Measurer::State {
    struct Kept {
        TuningProblem problem;
        std::unique_ptr<TrialOperands> operands;
    };

    DeviceWork work;
    MakeInstructions make;
    std::size_t most_kept = 1;
    std::vector<Kept> kept;       ///< for further candidates with these problems, the last one first
    std::set<std::string> sound;  ///< kernels that were right on their small problems

    PreparedKernel prepared(const Candidate& candidate) {
        const TunableKernel& kernel = candidate.kernel;
        PreparedKernel result{kernel, make ? make(kernel) : candidate.problem.routine->instructions(kernel)};
        for (const InstructionPtr& instruction : result.instructions) work.device().prepare(*instruction);
        return result;
    }

    TrialOperands& operands_of(const TuningProblem& wanted) {
        const auto known = std::ranges::find(kept, wanted, &Kept::problem);
        if (known != kept.end()) {
            std::rotate(kept.begin(), known, known + 1);
            return *kept.front().operands;
        }
        if (kept.size() == most_kept) kept.pop_back();
        kept.insert(kept.begin(), {wanted, made_operands(wanted)});
        return *kept.front().operands;
    }

    /// Those that are kept make room if memory does not suffice.
    std::unique_ptr<TrialOperands> made_operands(const TuningProblem& wanted) {
        const OperandLayout layout{.aligned = true, .set_bytes = kRotated};
        try {
            return wanted.routine->operands(work, wanted, layout);
        } catch (const Error& error) {
            if (error.code() != ErrorCode::out_of_memory || kept.empty()) throw;
        }
        kept.clear();
        return wanted.routine->operands(work, wanted, layout);
    }

    std::string small_fault(const TuningProblem& given, const PreparedKernel& kernel) {
        if (sound.contains(kernel.kernel.name)) return {};
        const TuningProblem small = given.routine->small_problem(given, kernel.kernel);
        for (const bool aligned : {true, false}) {
            const auto check = small.routine->operands(work, small, {.aligned = aligned});
            if (const std::string fault = check->fault_of(kernel); !fault.empty())
                return fault + " (" + extent_text(small) + (aligned ? ")" : ", odd leading dimensions)");
        }
        sound.insert(kernel.kernel.name);
        return {};
    }

    Outcome measure(const Candidate& candidate) {
        if (std::string fault = misfit(candidate); !fault.empty())
            return {Verdict::rejected, 0, std::move(fault)};
        const PreparedKernel kernel = prepared(candidate);
        if (std::string fault = small_fault(candidate.problem, kernel); !fault.empty())
            return {Verdict::wrong, 0, std::move(fault)};
        TrialOperands& timed = operands_of(candidate.problem);
        if (std::string fault = timed.fault_of(kernel); !fault.empty())
            return {Verdict::wrong, 0, std::move(fault)};
        return {Verdict::good, robust_seconds(timed, kernel), {}};
    }

    Outcome compile(const Candidate& candidate) {
        using Clock = std::chrono::steady_clock;
        const Clock::time_point begin = Clock::now();
        prepared(candidate);
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        return {Verdict::good, std::max(seconds, 1e-9), {}};
    }

    /// A lost device is given a new context if its driver can.
    void recover() {
        kept.clear();
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

Measurer::Measurer(std::unique_ptr<Device> device, MakeInstructions make, int kept)
    : state_(std::make_unique<State>(
          State{DeviceWork(std::move(device)), std::move(make), static_cast<std::size_t>(kept), {}, {}})) {}

Measurer::~Measurer() = default;

Outcome Measurer::run(const Candidate& candidate) {
    return state_->guarded([&] { return state_->measure(candidate); });
}

Outcome Measurer::compile(const Candidate& candidate) {
    return state_->guarded([&] { return state_->compile(candidate); });
}

}  // namespace hg::kernels
