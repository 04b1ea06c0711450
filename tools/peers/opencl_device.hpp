#pragma once

#include "runtime/machine/opencl/opencl_error.hpp"
#include "runtime/machine/opencl/platforms/opencl_platforms.hpp"

namespace hgctl {

/// The OpenCL device of hg's first device, by its name; if hg runs on the host device alone, the first there
/// is. Throws hg::Error{device_failed} if there is none.
inline cl::Device find_opencl_device(const hg::DeviceInfo& wanted) {
    for (const hg::OpenClChoice& choice : hg::find_opencl_devices())
        if (wanted.is_host || choice.info.name == wanted.name) return choice.device;
    throw hg::Error(hg::ErrorCode::device_failed, "there is no OpenCL device for it");
}

}  // namespace hgctl
