#pragma once

#include <hg/runtime/program/command.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

// HostDelays in seconds, for commands of one device.

/// Returns the delays that the host adds for a device: none for a CPU.
const HostDelays& delays_of(const Target& target, const DeviceModel& device);

/// The directions of links that are in use, 0 to 2 for each device.
struct Directions {
    int own = 0;     ///< of the device that is asked about
    int others = 0;  ///< of all other devices
};

/// Returns the host's seconds for one launch.
double launch_seconds(const Target& target, const DeviceModel& device, Directions directions, bool awaited);

/// Returns the seconds of copying a single piece of the given size: the first piece before an idle link gets
/// data, or the last piece of an ST.
double copy_seconds(const Target& target, const DeviceModel& device, double bytes);

/// Returns whether the link carries the whole tile if the host copies only a triangle of it.
bool carries_whole_tiles(const Target& target, const DeviceModel& device);

/// Returns the seconds, after the latency, of a transfer in pieces that the host copies in columns of
/// `column` bytes, if the host copies nothing else: for each piece, the longer of its copy and its transfer.
double staged_seconds(const Target& target, const DeviceModel& device, Operation operation, double bytes,
                      double column);

/// Returns the work of copying `bytes` bytes in columns of `column` bytes: as many bytes as the host could
/// copy in long columns in the same time.
double copy_work(const Target& target, const DeviceModel& device, double bytes, double column);

/// Returns the work, as copy_work(), for each byte of a load that another device's copy serves: the link
/// reads the host's memory once more.
double shared_work(const Target& target);

/// Returns the bytes of tiles for which the host keeps chunks until other devices have loaded them.
double kept_bytes(const Target& target);

}  // namespace hg
