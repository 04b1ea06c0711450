#pragma once

#include <cstdint>
#include <vector>

#include "runtime/program/program.hpp"

namespace hg {

/// What one lane (a queue of a device) did in a simulated run.
struct LaneUse {
    double busy = 0;         ///< seconds
    std::int64_t bytes = 0;  ///< moved by LD and ST
    double flops = 0;        ///< done by EXEC
    std::size_t commands = 0;
};

/// A simulated run.
struct Simulation {
    double makespan = 0;        ///< seconds
    std::vector<double> start;  ///< of each command, seconds
    std::vector<double> end;
    std::vector<LaneUse> lanes;  ///< by QueueId::index()
};

/// Runs a program on plain numbers, no device: a discrete-event simulation with the machine's queue rules. A
/// transfer takes latency + bytes / rate (R. W. Hockney, Parallel Computing 20, 1994); the transfers under
/// way share host_copy_rate. Transfers of one queue take turns on their link. EXECs of one queue are launched
/// one after the other, ahead of the kernels: each is launched for the launch latency, then runs for
/// kernel_seconds() as soon as the one before it has ended and launch_gap() has passed. Its start, in the
/// result, is when nothing but its launch holds it up. Devices of `target` replace the program's own by
/// position. Same input, same result. Throws Error{invalid_argument} where the target has fewer devices than
/// the program, a rate below 1 per second or a negative latency; Error{invalid_program} where commands wait
/// for each other in a circle.
Simulation simulate(const Program& program, const Target& target);

}  // namespace hg
