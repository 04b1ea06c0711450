#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "blas/cost/fastest_count.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Seconds that a program takes in simulation. Matrices that are `pinned` need no staging.
inline double simulated_seconds(const Program& program, Target target, bool pinned) {
    constexpr double kNoStaging = 1e30;  // bytes/s
    if (pinned) target.host_copy_rate = kNoStaging;
    return simulate(program, target).makespan;
}

/// The program build(counts[i].count) of the number of devices that fastest_count() takes. Counts whose devices have too
/// little memory are left out. Throws Error{out_of_memory} if that is all of them.
template <class Build>
Program fastest_of(const std::vector<DeviceCount>& counts, const Target& target, bool pinned,
                   const Build& build) {
    if (counts.size() == 1) return build(counts.front().count);
    std::vector<std::optional<Program>> programs(counts.size());
    std::vector<std::optional<Error>> faults(counts.size());
    const std::size_t best = fastest_count(counts, target, [&](std::size_t i) {
        try {
            programs[i] = build(counts[i].count);
            return simulated_seconds(*programs[i], target, pinned);
        } catch (const Error& error) {
            if (error.code() != ErrorCode::out_of_memory) throw;
            faults[i] = error;
            return kNever;
        }
    });
    if (!programs[best]) throw *faults[best];
    return *std::move(programs[best]);
}

}  // namespace hg
