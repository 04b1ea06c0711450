#pragma once

#include <string>
#include <vector>

#include <hg/runtime/machine/device.hpp>

namespace hg {

/// A device that this process can use, listed without creating a machine.
struct DeviceListing {
    int position = 0;  ///< as in HG_DEVICES; of the whole device, if this is a part
    DeviceInfo info;   ///< as reported by its driver

    /// Returns the entry of HG_DEVICES that selects this device: "0", or "0/2.1" for a part.
    [[nodiscard]] std::string entry() const {
        return std::to_string(position) + (info.part.empty() ? "" : "/" + info.part);
    }
};

/// Returns all devices: OpenCL devices in the order of their platforms, and the host device last. If a
/// platform does not answer, hg logs this and omits it; no exception is thrown.
std::vector<DeviceListing> list_devices();

}  // namespace hg
