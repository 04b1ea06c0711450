#pragma once

#include "runtime/program/program.hpp"
#include "runtime/program/target.hpp"

namespace hg {

/// Rates are cut off here, so that an infinite one stays harmless.
inline constexpr double kFastestRate = 1e30;

/// Throws Error{invalid_argument} unless `target` has a device for each of the program's, rates of at least 1
/// per second and latencies that are finite and not negative.
void check_target(const Program& program, const Target& target);

/// Bytes per second of an LD's or ST's link.
double link_rate(const DeviceModel& device, Operation operation);

/// Seconds of an EXEC: launch latency + max(flops / rate, bytes / memory rate). The rate is that of f64 where
/// an operand is f64. Costs that are negative or not finite count as zero.
double exec_seconds(const Program& program, CommandId id, const DeviceModel& device);

/// Flops of an EXEC, as exec_seconds() counts them.
double exec_flops(const Program& program, CommandId id);

/// Seconds a command takes with the target to itself: transfers at the slower of link and host copies, MARK
/// and BAR none.
double seconds_alone(const Program& program, CommandId id, const Target& target);

}  // namespace hg
