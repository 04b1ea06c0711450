#pragma once

#include <cstdlib>
#include <string>

#include "runtime/machine/machine.hpp"

namespace hg::test {

/// The devices that the machine's tests run on, as in HG_DEVICES. One body serves all back ends:
/// HG_TEST_DEVICES says which; two host devices without it.
inline std::string test_devices() {
    const char* devices = std::getenv("HG_TEST_DEVICES");
    return devices ? devices : "host,host";
}

inline bool on_host() {
    return test_devices().starts_with("host");
}

inline MachineOptions test_options() {
    MachineOptions options = MachineOptions::from_environment();
    options.devices = test_devices();
    options.host_below = 0;  // what is tested are the devices
    return options;
}

/// A device that is there: `wanted`, or the last one of fewer.
inline DeviceIndex some_device(const Machine& machine, std::size_t wanted) {
    return static_cast<DeviceIndex>(wanted < machine.device_count() ? wanted : machine.device_count() - 1);
}

}  // namespace hg::test
