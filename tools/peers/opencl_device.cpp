#include "tools/peers/opencl_device.hpp"

#include <algorithm>
#include <array>

namespace hgctl {

std::string opencl_device_name(cl_device_id device) {
    std::array<char, 256> text{};
    clGetDeviceInfo(device, CL_DEVICE_NAME, text.size() - 1, text.data(), nullptr);
    return text.data();
}

cl_device_id find_opencl_device(const hg::DeviceInfo& wanted) {
    std::array<cl_platform_id, 16> platforms{};
    cl_uint platform_count = 0;
    if (clGetPlatformIDs(16, platforms.data(), &platform_count) != CL_SUCCESS) return nullptr;
    for (cl_uint p = 0; p < std::min<cl_uint>(16, platform_count); ++p) {
        std::array<cl_device_id, 64> devices{};
        cl_uint count = 0;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 64, devices.data(), &count) != CL_SUCCESS)
            continue;
        for (cl_uint d = 0; d < std::min<cl_uint>(64, count); ++d)
            if (wanted.is_host || opencl_device_name(devices[d]) == wanted.name) return devices[d];
    }
    return nullptr;
}

}  // namespace hgctl
