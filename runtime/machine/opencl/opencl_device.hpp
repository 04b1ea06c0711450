#pragma once

#include <memory>

#include "runtime/machine/opencl/platforms/opencl_platforms.hpp"
#include "runtime/machine/staging/staging.hpp"
#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/machine/options.hpp>

namespace hg {

/// Makes an OpenCL device. It has its own context, so that a fault of one device does not affect the others,
/// and an in-order queue for each of its machine's queues. It shares pinned chunks for transfers with the
/// machine's other devices. Throws Error{device_failed} if no context can be made.
std::unique_ptr<Device> make_opencl_device(OpenClChoice choice, const MachineOptions& options,
                                           Staging staging);

}  // namespace hg
