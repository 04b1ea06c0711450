#pragma once

#include <memory>
#include <vector>

#include "runtime/machine/share/device_share.hpp"
#include "runtime/machine/staging/staging_pool.hpp"
#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/machine/device_listing.hpp>
#include <hg/runtime/machine/options.hpp>

namespace hg {

/// What a machine with these options is made of, in its order, without making it: for tools that show or
/// divide the selection. Throws as make_devices does.
std::vector<DeviceListing> selected_devices(const MachineOptions& options);

/// Makes the devices that options.devices asks for, in the order in which it names them: each OpenCL device
/// once, a host device for each "host". Throws Error{invalid_argument} if it names none; the message lists
/// the devices that exist. The OpenCL devices of a platform stage through one pool of chunks, or all through
/// `pool` if one is given (tests).
std::vector<std::unique_ptr<Device>> make_devices(const MachineOptions& options,
                                                  const std::shared_ptr<StagingPool>& pool = nullptr);

/// Devices, and what other processes of the node leave this one of them.
struct SharedSelection {
    std::vector<std::unique_ptr<Device>> devices;
    DeviceShare share;
};

/// The same for a machine: those of them that options.share gives this process. If that is none, a host
/// device with a warning in the log.
SharedSelection make_shared_devices(const MachineOptions& options);

}  // namespace hg
