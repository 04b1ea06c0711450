#include "runtime/machine/discovery.hpp"

#include "runtime/machine/host_device.hpp"

namespace hg {

std::vector<DeviceListing> list_devices() {
    return {{0, HostDevice::describe()}};
}

std::vector<std::unique_ptr<Device>> make_devices(const MachineOptions& options) {
    std::vector<std::unique_ptr<Device>> devices;
    devices.push_back(std::make_unique<HostDevice>(options));
    if (options.devices == "host,host") devices.push_back(std::make_unique<HostDevice>(options));
    return devices;
}

}  // namespace hg
