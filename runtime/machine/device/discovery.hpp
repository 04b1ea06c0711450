#pragma once

#include <memory>
#include <vector>

#include "runtime/machine/share/device_share.hpp"
#include "runtime/machine/staging/copy_threads.hpp"
#include "runtime/machine/staging/staging_pool.hpp"
#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/machine/device_listing.hpp>
#include <hg/runtime/machine/options.hpp>

namespace hg {

/// Returns the devices of a machine with these options, in the machine's order, without making it. This is
/// for tools that show or divide the selection. Throws like make_devices().
std::vector<DeviceListing> selected_devices(const MachineOptions& options);

/// Makes the devices that options.devices names, in its order: each OpenCL device once, and a host device for
/// each "host". Throws Error{invalid_argument} if it names none; the message lists the existing devices. The
/// OpenCL devices of a platform stage through one pool of chunks; with `pool`, which is for tests, all
/// devices stage through that one.
std::vector<std::unique_ptr<Device>> make_devices(const MachineOptions& options,
                                                  const std::shared_ptr<StagingPool>& pool = nullptr);

/// Devices, and this process's share of them among the node's processes.
struct SharedSelection {
    std::vector<std::unique_ptr<Device>> devices;
    DeviceShare share;
    std::shared_ptr<CopyThreads> copies{};  ///< the threads of their staging copies; may be null
};

/// Makes the devices of a machine: those of them that options.share gives to this process. If it gives none,
/// makes a host device and writes a warning to the log.
SharedSelection make_shared_devices(const MachineOptions& options);

}  // namespace hg
