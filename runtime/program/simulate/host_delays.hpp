#pragma once

#include <hg/runtime/program/command.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

// HostDelays in seconds, for commands of one device.

/// What the host adds for a device: nothing for a CPU.
const HostDelays& delays_of(const Target& target, const DeviceModel& device);

/// Of the host for one launch, while `directions` of the device's link are in use.
double launch_seconds(const Target& target, const DeviceModel& device, int directions, bool awaited);

/// Of the copy of one piece of so many bytes by itself: the first before an idle link gets any, or the last
/// of an ST.
double copy_seconds(const Target& target, const DeviceModel& device, double bytes);

/// Whether the link carries all of a tile of which the host copies a triangle.
bool carries_whole_tiles(const Target& target, const DeviceModel& device);

/// Of a transfer in pieces that the host copies, in columns of `column` bytes, after its latency: for each
/// piece the longer of its copy and of its way over the link.
double staged_seconds(const Target& target, const DeviceModel& device, Operation operation, double bytes,
                      double column);

}  // namespace hg
