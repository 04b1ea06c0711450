#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/hgctl/program/call_options.hpp"
#include "tools/workload/program/program_routine.hpp"
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/target.hpp>

namespace hgctl {

/// A call of a routine in one type, whose program the library's own planner makes.
struct PlannedCall {
    const ProgramRoutine& routine;
    const TypedPrograms& typed;
    CallSettings settings;  ///< with the sizes
    hg::Arithmetic arithmetic = hg::Arithmetic::native;
    bool pinned = false;

    /// The program that the call runs on a machine. Throws hg::Error{out_of_memory} if it does not fit.
    [[nodiscard]] hg::Program program(const hg::Target& machine) const;
    /// The program's simulated run. Nothing is staged if the matrices are pinned.
    [[nodiscard]] hg::Simulation run(const hg::Program& program, hg::Target machine) const;
    /// Seconds of the call on a machine: of a new plan.
    [[nodiscard]] double seconds(const hg::Target& machine) const;
};

/// How a call's time changes if the machine is better in one respect.
struct PlannedGain {
    std::string key, name;  ///< as in MachineChange; memory is one too
    double share = 0;       ///< the time that it saves; below 0 if the new plan is slower
};

/// A call on some of a machine's devices, simulated.
struct PlannedRun {
    std::int64_t n = 0;
    std::size_t devices = 0;  ///< of the machine
    std::size_t used = 0;     ///< those that the plan takes
    double seconds = 0;
    double flops = 0;
    double alone = 0;        ///< seconds on one device
    std::string bound;       ///< what sets the largest lower bound
    double bound_share = 0;  ///< that bound as a share of the time
    double one_fewer = 0;    ///< seconds with one device fewer; 0 for one device
    std::vector<PlannedGain> gains;

    [[nodiscard]] double speedup() const { return alone / seconds; }
    [[nodiscard]] double efficiency() const { return speedup() / static_cast<double>(devices); }
    /// The share of the time that the last device saves; below 0 if it costs time.
    [[nodiscard]] double last_device() const { return 1 - seconds / one_fewer; }
};

/// The machine with so many of its devices.
hg::Target first_devices(const hg::Target& machine, std::size_t count);

/// Plans and simulates a call on the machine's first `devices` devices, without its gains and other counts.
PlannedRun planned_run(const PlannedCall& call, const hg::Target& machine);

/// What better machines would change, each with a plan of its own.
std::vector<PlannedGain> planned_gains(const PlannedCall& call, const hg::Target& machine, double seconds);

/// Writes the predicted run for Perfetto: as the trace of a run, with its report. Throws hg::Error{io}.
void write_predicted_trace(const PlannedCall& call, const hg::Target& machine, const std::string& path);

}  // namespace hgctl
