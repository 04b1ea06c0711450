#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <exception>
#include <memory>
#include <string>

#include <hg/runtime/machine/device.hpp>

namespace hgctl {

std::string opencl_device_name(cl_device_id device);

/// The OpenCL device of hg's first device, by its name; if hg runs on the host device alone, the first there is. Null if there
/// is none.
cl_device_id find_opencl_device(const hg::DeviceInfo& wanted);

/// A peer of this library's, which Made makes of that device; null, and why, if there is none or the library does not start there.
template <class Made>
std::unique_ptr<Made> started_on(const hg::DeviceInfo& wanted, const std::string& library,
                                 std::string& reason) {
    cl_device_id id = find_opencl_device(wanted);
    if (id == nullptr) {
        reason = "there is no OpenCL device for it";
        return nullptr;
    }
    try {
        return std::make_unique<Made>(id);
    } catch (const std::exception& error) {
        reason = library + " does not start on " + opencl_device_name(id) + ": " + error.what();
        return nullptr;
    }
}

}  // namespace hgctl
