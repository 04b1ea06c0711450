#pragma once

#include <vector>

#include "runtime/machine/opencl/opencl_api.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg {

/// An OpenCL device of this computer before a context is made on it.
struct OpenClChoice {
    cl::Device device;
    DeviceInfo info;
    bool is_cpu = false;
};

/// Returns all devices, ordered by platform. Omits and logs a platform or device that does not answer.
std::vector<OpenClChoice> find_opencl_devices();

}  // namespace hg
