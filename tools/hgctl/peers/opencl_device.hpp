#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <string>

#include <hg/runtime/machine/device.hpp>

namespace hgctl {

std::string opencl_device_name(cl_device_id device);

/// The OpenCL device of hg's first device, by its name; if hg runs on the host device alone, the first there is. Null if there
/// is none.
cl_device_id find_opencl_device(const hg::DeviceInfo& wanted);

}  // namespace hgctl
