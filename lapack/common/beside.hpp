#pragma once

#include <cstdint>

#include <hg/runtime/program/target.hpp>

namespace hg {

/// Whether a device has compute units left beside a panel or a diagonal block, for work in its other queue of
/// EXECs.
inline bool has_room_beside_panels(const DeviceModel& device) {
    constexpr std::int64_t kLeastUnits = 32;
    return device.is_gpu && device.traits.compute_units >= kLeastUnits;
}

}  // namespace hg
