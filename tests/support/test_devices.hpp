#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include <hg/runtime/machine/machine.hpp>

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

/// The same with devices that copy whatever an LD names.
inline MachineOptions copying_options() {
    MachineOptions options = test_options();
    options.in_place = false;
    return options;
}

/// The same for sessions that measure the machine: little is moved, since sanitizers watch every byte.
inline MachineOptions measuring_options() {
    MachineOptions options = test_options();
    options.transfer_probe_bytes = 1 << 20;
    return options;
}

/// test_options() for the first `count` of these devices alone.
inline MachineOptions first_test_devices(std::size_t count) {
    std::vector<std::string> entries;
    if (on_host()) entries.assign(count, "host");
    for (const DeviceListing& listing : list_devices())
        if (entries.size() < count && listing.info.name.find(test_devices()) != std::string::npos)
            entries.push_back(std::to_string(listing.position));
    MachineOptions options = test_options();
    options.devices.clear();
    for (const std::string& entry : entries) options.devices += (options.devices.empty() ? "" : ",") + entry;
    return options;
}

/// A device that is there: `wanted`, or the last one of fewer.
inline DeviceIndex some_device(const Machine& machine, std::size_t wanted) {
    return static_cast<DeviceIndex>(wanted < machine.device_count() ? wanted : machine.device_count() - 1);
}

}  // namespace hg::test
