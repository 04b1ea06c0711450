#pragma once

#include <hg/runtime/program/target.hpp>

namespace hg {

/// Returns the same machine with devices that copy all operands, for programs whose LDs are measured.
inline Target copying(Target target) {
    for (DeviceModel& device : target.devices) device.shares_host_memory = false;
    return target;
}

}  // namespace hg
