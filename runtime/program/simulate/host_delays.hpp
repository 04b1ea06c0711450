#pragma once

#include <hg/runtime/program/command.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

// HostDelays in seconds, for commands of one device.

/// Of the host for one launch, while `directions` of the device's link are in use.
double launch_seconds(const Target& target, const DeviceModel& device, int directions, bool awaited);

/// From a launch until the kernel starts, if its queue has nothing else to run.
double start_seconds(const Target& target, const DeviceModel& device);

/// Until the threads of a device's queues are awake.
double wake_seconds(const Target& target, const DeviceModel& device);

/// Until the first of an LD's bytes go to an idle link.
double first_copy_seconds(const Target& target, const DeviceModel& device, double bytes);

/// From the last of an ST's bytes on the link to its end.
double last_copy_seconds(const Target& target, const DeviceModel& device, double bytes);

/// Whether the link carries all of a tile of which the host copies a triangle.
bool carries_whole_tiles(const Target& target, const DeviceModel& device);

/// Of a transfer in pieces that the host copies, in columns of `column` bytes, after its latency: for each piece the
/// longer of its copy and of its way over the link.
double staged_seconds(const Target& target, const DeviceModel& device, Operation operation, double bytes,
                      double column);

}  // namespace hg
