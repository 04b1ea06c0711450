#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tools/cli/command_line.hpp"
#include "tools/hgctl/bench/bench_columns.hpp"
#include "tools/workload/resident/resident_device.hpp"
#include "tools/workload/resident/resident_steps.hpp"
#include "tools/workload/timing/samples.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hgctl {

/// The kernels that something appends to a program, on registers in the memory of a device, without the
/// machine around them.
class ResidentProgram {
  public:
    /// A register that holds data from the start.
    struct Operand {
        hg::ElementType type = hg::ElementType::f64;
        std::int64_t rows = 0, cols = 0, ld = 0;
    };
    using Append = std::function<void(hg::ProgramBuilder&, std::span<const hg::RegisterId>)>;

    /// Compiles and allocates. Throws what `append` and ResidentDevice throw.
    ResidentProgram(ResidentDevice& device, const hg::DeviceModel& model, std::span<const Operand> operands,
                    const Append& append);

    [[nodiscard]] hg::LiveRegister operand(std::size_t i) const { return steps_.live(operands_[i]); }
    [[nodiscard]] const ResidentSteps& steps() const noexcept { return steps_; }
    void run_once() { device_.run_unobserved(steps_.steps(), 1); }
    /// Runs all kernels `times` times over, once for each clock.
    ChainTimes run(int times) {
        return {.wall = device_.run_unobserved(steps_.steps(), times),
                .device = device_.run(steps_.steps(), times).device};
    }

  private:
    ResidentDevice& device_;
    std::vector<hg::RegisterId> operands_;  ///< made with the steps
    ResidentSteps steps_;
};

/// How calls in a device's memory are timed.
struct ResidentRuns {
    int chain = 0;   ///< calls of one run; 0: as many as take a twentieth of a second
    int warmup = 1;  ///< runs that do not count
    int repeat = 5;
};

/// The options --repeat, --warmup and --chain.
void add_run_options(Command& command, ResidentRuns& runs, const std::string& calls);

/// Times are those of one call, the run's divided by its length.
struct ResidentTimes {
    std::string kernels;
    Samples device;  ///< by the device's own clock; the wall's if the driver tells none
    Samples wall;
    int chain = 0;
    double error = 0;  ///< of the first call
    std::vector<PeerResult> peers;
};

/// Times runs of calls that follow each other: run(n) makes n of them. after(round) is called at the end of
/// each run, those of the warm-up have rounds below 0.
void time_chains(
    const ResidentRuns& runs, const std::function<ChainTimes(int)>& run, ResidentTimes& times,
    const std::function<void(int)>& after = [](int) {});

/// Adds what was timed: `amount` is what rates count of a row, whose times are its member `result`.
template <class Row>
void add_times(Columns<Row>& columns, const RateWords& words, double (*amount)(const Row&)) {
    const std::string key = words.key;
    const auto rate = [amount](auto seconds) {
        return [=](const Row& row) { return amount(row) / seconds(row.result); };
    };
    columns.insert(
        columns.end(),
        {{"chain", "", [](auto& row) { return row.result.chain; }},
         {"seconds", "time", kSeconds, [](auto& row) { return row.result.device.best(); }},
         {key, "best", words.unit, rate([](auto& times) { return times.device.best(); })},
         {"median_" + key, "median", words.unit, rate([](auto& times) { return times.device.median(); })},
         {"last_" + key, "last", words.unit, rate([](auto& times) { return times.device.last(); })},
         {"", "IQR", kPercent<1>, [](auto& row) { return row.result.device.spread(); }},
         {"wall_" + key, "wall", words.unit, rate([](auto& times) { return times.wall.best(); })},
         {"wall_seconds", "", [](auto& row) { return row.result.wall.best(); }},
         {"median_seconds", "", [](auto& row) { return row.result.device.median(); }},
         {"quartiles_seconds", "", [](auto& row) { return row.result.device.quartiles(); }},
         {"all_seconds", "", [](auto& row) { return row.result.device.seconds; }},
         {"all_wall_seconds", "", [](auto& row) { return row.result.wall.seconds; }},
         {"error", "error", kRough, [](auto& row) { return row.result.error; }}});
}

inline constexpr const char* kClocks =
    "time, best, median and last are by the device's clock, wall is the best by the host's; IQR is the "
    "interquartile range\nof the times in per cent of their median; an error up to 1 is good.";

}  // namespace hgctl
