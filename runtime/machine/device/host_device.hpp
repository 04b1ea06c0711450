#pragma once

#include <memory>

#include "runtime/machine/staging/copy_threads.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg {

/// What the host device of this computer reports.
DeviceInfo describe_host_device();

/// The CPU as a device: registers in ordinary memory, instructions by their host implementations. Every
/// operation ends before its call returns. Copies by the threads of its machine; null: by its own, as many as
/// MachineOptions has by default.
std::unique_ptr<Device> make_host_device(std::shared_ptr<CopyThreads> copies = nullptr);

}  // namespace hg
