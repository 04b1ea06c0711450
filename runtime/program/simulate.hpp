#pragma once

#include <cstdint>
#include <vector>

#include <hg/runtime/program/program.hpp>

namespace hg {

/// A machine that is simulated otherwise than it is.
struct SimulationOptions {
    std::size_t loads_at_once =
        1;  ///< LDs of a queue that may be under way, at least 1; they share their link
    std::size_t stores_at_once = 1;  ///< likewise STs
};

/// What one lane (a queue of a device) did in a simulated run.
struct LaneUse {
    double busy = 0;           ///< the sum of its commands' times, seconds
    std::int64_t bytes = 0;    ///< moved by LD and ST
    double flops = 0;          ///< done by EXEC
    std::size_t commands = 0;  ///< that its queue started
};

/// A simulated run.
struct Simulation {
    double makespan = 0;         ///< seconds
    std::vector<double> start;   ///< of each command, seconds
    std::vector<double> end;     ///< of each command, seconds
    std::vector<LaneUse> lanes;  ///< by QueueId::index()
};

/// Runs a program on plain numbers, without a device: a discrete-event simulation with the queue rules of the
/// machine. Devices of `target` replace the program's own by position. Same input, same result.
///
/// A transfer takes latency + bytes / rate (R. W. Hockney, Parallel Computing 20, 1994). The transfers under
/// way share host_copy_rate. Transfers of one queue take turns on their link, unless `options` say otherwise.
///
/// EXECs of one queue are launched one after the other, ahead of the kernels. A launch takes the launch
/// latency. The kernel then runs for kernel_seconds(), as soon as the one before it has ended and
/// launch_gap() has passed. The start of an EXEC in the result is the time from which nothing but its launch
/// holds it up.
///
/// Throws Error{invalid_argument} if the target has fewer devices than the program, a rate below 1
/// per second or a negative latency, or if `options` let no transfer run. Throws Error{invalid_program} if commands wait for each other
/// in a circle. Thread-safe.
Simulation simulate(const Program& program, const Target& target, const SimulationOptions& options = {});

}  // namespace hg
