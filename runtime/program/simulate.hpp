#pragma once

#include <cstdint>
#include <vector>

#include <hg/runtime/program/program.hpp>

namespace hg {

/// Settings in which a simulated machine differs from the real one.
struct SimulationOptions {
    std::size_t loads_at_once =
        1;  ///< LDs of a queue that may be in flight, at least 1; they share their link
    std::size_t stores_at_once = 1;  ///< the same for STs
};

/// The use of one lane (a queue of a device) in a simulated run.
struct LaneUse {
    double busy = 0;           ///< the sum of its commands' times, seconds
    std::int64_t bytes = 0;    ///< bytes moved by LD and ST
    double flops = 0;          ///< flops done by EXEC
    std::size_t commands = 0;  ///< commands that its queue started
};

/// A simulated run.
struct Simulation {
    double makespan = 0;         ///< seconds
    std::vector<double> start;   ///< of each command, seconds
    std::vector<double> end;     ///< of each command, seconds
    std::vector<LaneUse> lanes;  ///< by QueueId::index()
};

/// Runs a program on plain numbers, without a device: a discrete-event simulation with the queue rules of the
/// machine. Devices of `target` replace the program's own by position. The same input gives the same result.
///
/// A transfer takes latency + bytes / rate (R. W. Hockney, Parallel Computing 20, 1994). All transfers in
/// flight share host_copy_rate. Transfers of one queue take turns on their link, unless `options` say
/// otherwise.
///
/// EXECs of one queue are launched one after another, ahead of the kernels. A launch takes the launch
/// latency. The kernel then runs for kernel_seconds(), as soon as the previous one has ended and launch_gap()
/// has passed. The start of an EXEC in the result is the time from which only its launch delays it.
///
/// Throws Error{invalid_argument} if the target has fewer devices than the program, if it has a rate below 1
/// per second or a negative latency, or if `options` let no transfer run. Throws Error{invalid_program} if
/// commands wait for each other in a cycle. Thread-safe.
Simulation simulate(const Program& program, const Target& target, const SimulationOptions& options = {});

}  // namespace hg
