#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <hg/runtime/machine/observer.hpp>
#include <hg/runtime/program/command.hpp>

namespace hg {

/// The activities that can be in flight on a device at the same time: its queues, the host's staging copies
/// for it, and the device's own work. The order is the order of display.
enum class Lane : std::uint8_t {
    load,      ///< the LD queue
    exec,      ///< the EXEC queue
    exec2,     ///< the EXEC2 queue
    store,     ///< the ST queue
    copy_in,   ///< the host's copies into pinned memory
    copy_out,  ///< the host's copies out of pinned memory
    link_in,   ///< transfers to the device
    kernels,   ///< kernels of the EXEC queue
    kernels2,  ///< kernels of the EXEC2 queue
    link_out   ///< transfers from the device
};

/// The number of lanes of a device.
inline constexpr std::size_t kLanes = 10;

/// Returns the name of a lane for reports: "LD queue", "copies in", "link in", "kernels", ...
constexpr std::string_view name(Lane lane) noexcept {
    constexpr std::array<std::string_view, kLanes> kNames{
        "LD queue",   "EXEC queue", "EXEC2 queue", "ST queue",         "copies in",
        "copies out", "link in",    "kernels",     "kernels of EXEC2", "link out"};
    return kNames[static_cast<std::size_t>(lane)];
}

/// Returns the lane of a command's interval.
constexpr Lane lane_of(const Command& command, Track track) noexcept {
    if (track == Track::queue) return static_cast<Lane>(command.queue);
    const bool out = command.operation == Operation::store;
    if (track == Track::copy) return out ? Lane::copy_out : Lane::copy_in;
    if (command.operation == Operation::exec)
        return command.queue == QueueKind::exec2 ? Lane::kernels2 : Lane::kernels;
    return out ? Lane::link_out : Lane::link_in;
}

}  // namespace hg
