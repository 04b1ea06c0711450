#pragma once

#include <vector>

#include <hg/runtime/machine/device.hpp>

namespace hg {

/// A device that this process can use, listed without creating a machine.
struct DeviceListing {
    int position = 0;  ///< as in HG_DEVICES
    DeviceInfo info;   ///< as reported by its driver
};

/// Returns all devices: OpenCL devices in the order of their platforms, and the host device last. If a
/// platform does not answer, hg logs this and omits it; no exception is thrown.
std::vector<DeviceListing> list_devices();

}  // namespace hg
