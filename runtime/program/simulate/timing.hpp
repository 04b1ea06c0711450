#pragma once

#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Rates are cut off here, so that an infinite one stays harmless.
inline constexpr double kFastestRate = 1e30;

/// Throws Error{invalid_argument} unless `target` has a device for each of the program's, each device with
/// commands is available, rates are at least 1 per second and latencies finite and not negative.
void check_target(const Program& program, const Target& target);

/// Bytes per second of an LD's or ST's link.
double link_rate(const DeviceModel& device, Operation operation);

/// Bytes per second of an LD or ST with the target to itself. A load that other devices share is not held up
/// by the host's copies: another's copy may serve it.
double transfer_rate_alone(const Program& program, CommandId id, const Target& target);

/// Seconds of an LD or ST with the target to itself: latency + bytes / rate.
double transfer_seconds_alone(const Program& program, CommandId id, const Target& target);

}  // namespace hg
