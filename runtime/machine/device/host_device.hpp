#pragma once

#include <memory>

#include "runtime/machine/staging/copy_threads.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg {

/// Returns the description of this computer's host device.
DeviceInfo describe_host_device();

/// Makes the CPU a device: registers are in ordinary memory, and instructions run as their host
/// implementations. Every operation ends before its call returns. The machine's threads copy data; if
/// `copies` is null, the device has its own, as many as the default of MachineOptions.
std::unique_ptr<Device> make_host_device(std::shared_ptr<CopyThreads> copies = nullptr);

}  // namespace hg
