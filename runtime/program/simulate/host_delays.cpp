#include "runtime/program/simulate/host_delays.hpp"

#include <algorithm>

namespace hg {
namespace {

double copy_seconds(const Target& target, double bytes) {
    return target.delays.piece_alone * bytes / target.host_copy_rate;
}

}  // namespace

double launch_seconds(const Target& target, const DeviceModel& device, int directions, bool awaited) {
    if (!device.is_gpu) return device.launch_latency;
    const HostDelays& delays = target.delays;
    const double launches = directions == 0   ? 1
                            : directions == 1 ? delays.beside_one_way
                                              : delays.beside_both_ways;
    return device.launch_latency * launches + (awaited ? delays.awaited : 0);
}

double start_seconds(const Target& target, const DeviceModel& device) {
    return device.is_gpu ? target.delays.start : 0;
}

double wake_seconds(const Target& target, const DeviceModel& device) {
    return device.is_gpu ? target.delays.wake : 0;
}

double first_copy_seconds(const Target& target, const DeviceModel& device, double bytes) {
    return device.is_gpu ? copy_seconds(target, std::min(bytes, target.delays.first_piece)) : 0;
}

double last_copy_seconds(const Target& target, const DeviceModel& device, double bytes) {
    return device.is_gpu ? copy_seconds(target, std::min(bytes, target.delays.last_piece)) : 0;
}

double column_seconds(const Target& target, const DeviceModel& device, double column) {
    return device.is_gpu && column > 0 ? target.delays.next_column / column / target.host_copy_rate : 0;
}

}  // namespace hg
