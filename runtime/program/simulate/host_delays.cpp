#include "runtime/program/simulate/host_delays.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/program/simulate/timing.hpp"

namespace hg {
namespace {

/// The size of the pieces into which the machine divides transfers.
constexpr double kLargestPiece = 8 << 20;
/// Of HostDelays::wake: until several threads copy a piece of an LD, and what an ST takes on the link beside
/// its bytes.
constexpr double kCopyStart = 0.4;
constexpr double kStoredPiece = 0.8;

}  // namespace

const HostDelays& delays_of(const Target& target, const DeviceModel& device) {
    static constexpr HostDelays kNone = HostDelays::none();
    return device.is_gpu ? target.delays : kNone;
}

double launch_seconds(const Target& target, const DeviceModel& device, int directions, bool awaited) {
    const HostDelays& delays = delays_of(target, device);
    const double launches = directions == 0   ? 1
                            : directions == 1 ? delays.beside_one_way
                                              : delays.beside_both_ways;
    return device.launch_latency * launches + (awaited ? delays.awaited : 0);
}

double copy_seconds(const Target& target, const DeviceModel& device, double bytes) {
    return device.is_gpu ? target.delays.piece_alone * bytes / target.host_copy_rate : 0;
}

double staged_seconds(const Target& target, const DeviceModel& device, Operation operation, double bytes,
                      double column) {
    const double rate = link_rate(device, operation);
    if (!device.is_gpu || target.host_copy_rate >= kFastestRate || bytes <= 0) return bytes / rate;
    const bool is_load = operation == Operation::load;
    const double latency = carries_whole_tiles(target, device) ? device.link_latency : 0;
    // An LD's pieces follow each other one by one, those of an ST stand in a row. What the copies of all
    // transfers share is not counted here.
    const double pieces = is_load ? std::ceil(bytes / kLargestPiece) : 1;
    const double each = bytes / pieces;
    const double columns = column > 0 ? each * target.delays.next_column / column / target.host_copy_rate : 0;
    const double copied = (is_load ? kCopyStart * target.delays.wake : 0) + columns +
                          each / std::max(rate, target.host_copy_rate);
    const double sent = (is_load ? latency : kStoredPiece * target.delays.wake) + each / rate;
    return std::max(bytes / rate, pieces * std::max(copied, sent) - latency);
}

bool carries_whole_tiles(const Target& target, const DeviceModel& device) {
    return device.is_gpu && target.delays.wake > 0 && target.host_copy_rate < kFastestRate;
}

}  // namespace hg
