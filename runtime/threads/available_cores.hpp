#pragma once

#include <sched.h>

#include <algorithm>
#include <array>
#include <thread>

namespace hg {

/// Returns the number of CPUs on which the calling thread may run, and with it the threads that it starts: at
/// least 1. `taskset`, a launcher that binds its ranks, or a container's CPU set may allow fewer than the
/// machine has, which is all that std::thread::hardware_concurrency() tells.
[[nodiscard]] inline int available_cores() noexcept {
    // A single cpu_set_t has room for 1024 CPUs; the system refuses a mask that is too short.
    std::array<cpu_set_t, 16> mask{};
    if (sched_getaffinity(0, sizeof mask, mask.data()) == 0)
        if (const int cores = CPU_COUNT_S(sizeof mask, mask.data()); cores > 0) return cores;
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace hg
