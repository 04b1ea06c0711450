#include "runtime/program/simulate/host_delays.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/program/simulate/timing.hpp"

namespace hg {
namespace {

/// The size of the pieces into which the machine divides transfers.
constexpr double kLargestPiece = 8 << 20;
/// Of HostDelays::wake: until several threads copy a piece of an LD, and what an ST takes on the link beside
/// its bytes.
constexpr double kCopyStart = 0.4;
constexpr double kStoredPiece = 0.8;
/// Of HostDelays::wake: what a launch waits for the driver, for each direction of another device's link.
constexpr double kDriversTurn = 0.2;
/// Of HostDelays::each_column, if other copies run meanwhile: they use the time between columns.
constexpr double kSharedColumn = 0.5;
/// Reading a chunk once more, as a share of the work of filling it, which reads memory and writes it.
constexpr double kSentAgain = 0.3;
/// Chunks of a device that are free to keep tiles for others: of the twelve of 8 MiB that it adds to the pool
/// (MachineOptions), half are in flight.
constexpr double kKeptChunks = 6;

}  // namespace

const HostDelays& delays_of(const Target& target, const DeviceModel& device) {
    static constexpr HostDelays kNone = HostDelays::none();
    return device.is_gpu ? target.delays : kNone;
}

double launch_seconds(const Target& target, const DeviceModel& device, Directions directions, bool awaited) {
    const HostDelays& delays = delays_of(target, device);
    const double launches = directions.own == 0   ? 1
                            : directions.own == 1 ? delays.beside_one_way
                                                  : delays.beside_both_ways;
    return device.launch_latency * launches + kDriversTurn * delays.wake * directions.others +
           (awaited ? delays.awaited : 0);
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
    // An LD's pieces follow each other one by one, those of an ST stand in a row.
    const double pieces = is_load ? std::ceil(bytes / kLargestPiece) : 1;
    const double each = bytes / pieces;
    const double columns = column > 0 ? each / column * target.delays.each_column : 0;
    const double copied = (is_load ? kCopyStart * target.delays.wake : 0) + columns +
                          each / std::max(rate, target.host_copy_rate);
    const double sent = (is_load ? latency : kStoredPiece * target.delays.wake) + each / rate;
    return std::max(bytes / rate, pieces * std::max(copied, sent) - latency);
}

double copy_work(const Target& target, const DeviceModel& device, double bytes, double column) {
    if (target.host_copy_rate >= kFastestRate) return bytes;
    const double next = kSharedColumn * delays_of(target, device).each_column * target.host_copy_rate;
    return column > 0 ? bytes * (1 + next / column) : bytes;
}

double shared_work(const Target& target) {
    return target.delays.wake > 0 ? kSentAgain : 0;
}

double kept_bytes(const Target& target) {
    if (target.delays.wake <= 0) return std::numeric_limits<double>::infinity();
    return static_cast<double>(target.devices.size()) * kKeptChunks * kLargestPiece;
}

bool carries_whole_tiles(const Target& target, const DeviceModel& device) {
    return device.is_gpu && target.delays.wake > 0 && target.host_copy_rate < kFastestRate;
}

}  // namespace hg
