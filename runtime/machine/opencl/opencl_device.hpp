#pragma once

#include <memory>

#include "runtime/machine/opencl/opencl_platforms.hpp"
#include "runtime/machine/staging/staging.hpp"
#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/machine/options.hpp>

namespace hg {

/// An OpenCL device: a context of its own (a fault of one device leaves the others alone), an in-order queue
/// for each of its machine's, pinned chunks for the transfers that it shares with the machine's other
/// devices. Throws Error{device_failed} if no context can be made.
std::unique_ptr<Device> make_opencl_device(OpenClChoice choice, const MachineOptions& options,
                                           Staging staging);

}  // namespace hg
