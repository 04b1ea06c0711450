#pragma once

#include <vector>

#include <hg/runtime/machine/device.hpp>

namespace hg {

/// A device that this process can use, before a machine is made of it.
struct DeviceListing {
    int position = 0;  ///< as in HG_DEVICES
    DeviceInfo info;   ///< as its driver describes it
};

/// Every device: OpenCL devices in the order of their platforms, the host device last. A platform that does
/// not answer is left out and logged; it causes no exception.
std::vector<DeviceListing> list_devices();

}  // namespace hg
