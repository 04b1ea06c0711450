#pragma once

#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Rates are limited to this, so that an infinite one is harmless.
inline constexpr double kFastestRate = 1e30;

/// Throws Error{invalid_argument} unless `target` has a device for each of the program's, each device with
/// commands is available, rates are at least 1 per second and latencies finite and not negative.
void check_target(const Program& program, const Target& target);

/// Returns true for an LD that copies nothing on this target.
bool stays_in_place(const Program& program, CommandId id, const Target& target);

/// Returns the bytes per second of an LD's or ST's link.
double link_rate(const DeviceModel& device, Operation operation);

/// Returns the bytes per second of an LD or ST with the target to itself. The host's copies do not delay a
/// load that other devices share, because it may use another load's copy.
double transfer_rate_alone(const Program& program, CommandId id, const Target& target);

/// Returns the seconds of an LD or ST with the target to itself: latency + bytes / rate, or 0 if
/// it copies nothing.
double transfer_seconds_alone(const Program& program, CommandId id, const Target& target);

}  // namespace hg
