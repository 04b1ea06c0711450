#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include <hg/runtime/program/target.hpp>

namespace hg {

/// A number of devices that a call may run on.
struct DeviceCount {
    std::size_t count = 1;
    double least_seconds = 0;  ///< that it takes on them at least
};

/// What a plan takes that cannot be.
inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// Each number of devices up to `most`, for a call of so many flops on devices of at most `rate` flop/s each.
/// 0 flops: not known.
std::vector<DeviceCount> device_counts(std::size_t most, double flops = 0, double rate = 1);

/// Whether a plan is worth its devices beside one with fewer, given what both take in simulation. It must be faster, on GPUs by more
/// than simulation is wrong: by a twentieth and 0.3 ms.
bool are_worth_it(const Target& target, double seconds, double seconds_with_fewer);

/// The position of the number of devices that a call is to run on. look(i) gives the seconds of the best plan for counts[i] in
/// simulation, kNever if there is none; several threads call it at once, for the most promising counts first. Counts that are too slow by their least
/// seconds are not looked at, which does not change the choice. Counts ascend, and there is one at least. If no count has a plan, the first position. Throws what
/// look() threw for the least position.
std::size_t fastest_count(std::span<const DeviceCount> counts, const Target& target,
                          const std::function<double(std::size_t)>& look);

}  // namespace hg
