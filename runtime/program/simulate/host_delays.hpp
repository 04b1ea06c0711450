#pragma once

#include <hg/runtime/program/command.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

// HostDelays in seconds, for commands of one device.

/// Returns the delays that the host adds for a device: none for a CPU.
const HostDelays& delays_of(const Target& target, const DeviceModel& device);

/// Returns the host's seconds for one launch, while `directions` of the device's link are in use.
double launch_seconds(const Target& target, const DeviceModel& device, int directions, bool awaited);

/// Returns the seconds of copying a single piece of the given size: the first piece before an idle link gets
/// data, or the last piece of an ST.
double copy_seconds(const Target& target, const DeviceModel& device, double bytes);

/// Returns whether the link carries the whole tile if the host copies only a triangle of it.
bool carries_whole_tiles(const Target& target, const DeviceModel& device);

/// Returns the seconds, after the latency, of a transfer in pieces that the host copies in columns of
/// `column` bytes: for each piece, the longer of its copy and its transfer.
double staged_seconds(const Target& target, const DeviceModel& device, Operation operation, double bytes,
                      double column);

}  // namespace hg
