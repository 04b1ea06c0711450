#include "runtime/machine/opencl_platforms.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "runtime/machine/log.hpp"
#include "runtime/machine/opencl_error.hpp"
#include "runtime/machine/opencl_traits.hpp"

namespace hg {
namespace {

std::int64_t as_int64(std::uint64_t value) {
    return static_cast<std::int64_t>(
        std::min<std::uint64_t>(value, static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())));
}

/// Drivers pad names with blanks and zeros.
std::string trimmed(const std::string& text) {
    const std::string blanks(" \t\n\0", 4);
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// What only some makers' drivers tell, by their extensions.
OpenClExtras extras(const cl::Device& device) {
    OpenClExtras extras;
    const std::string extensions = device.getInfo<CL_DEVICE_EXTENSIONS>();
    try {
        if (extensions.find("cl_nv_device_attribute_query") != std::string::npos)
            extras.nvidia_capability =
                static_cast<int>(10 * device.getInfo<CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV>() +
                                 device.getInfo<CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV>());
        if (extensions.find("cl_amd_device_attribute_query") != std::string::npos)
            extras.amd_board = trimmed(device.getInfo<CL_DEVICE_BOARD_NAME_AMD>());
    } catch (const cl::Error& error) {
        log(LogLevel::info, "a device does not tell its kind: " + opencl_error_name(error.err()));
    }
    return extras;
}

DeviceInfo describe(const cl::Platform& platform, const cl::Device& device) {
    DeviceInfo info;
    info.name = trimmed(device.getInfo<CL_DEVICE_NAME>());
    info.vendor = trimmed(device.getInfo<CL_DEVICE_VENDOR>());
    info.platform = trimmed(platform.getInfo<CL_PLATFORM_NAME>());
    info.driver = trimmed(device.getInfo<CL_DRIVER_VERSION>());
    info.version = trimmed(device.getInfo<CL_DEVICE_VERSION>());
    info.is_gpu = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
    info.unified_memory = device.getInfo<CL_DEVICE_HOST_UNIFIED_MEMORY>() != CL_FALSE;
    info.has_f64 = device.getInfo<CL_DEVICE_EXTENSIONS>().find("cl_khr_fp64") != std::string::npos;
    info.memory = as_int64(device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>());
    info.largest_buffer = as_int64(device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>());
    info.local_memory = as_int64(device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>());
    info.max_work_group = as_int64(device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>());
    info.compute_units = as_int64(device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
    info.traits = opencl_traits(info, extras(device));
    return info;
}

void add_devices(const cl::Platform& platform, std::vector<OpenClChoice>& found) {
    std::vector<cl::Device> devices;
    platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    for (const cl::Device& device : devices) {
        if (device.getInfo<CL_DEVICE_AVAILABLE>() == CL_FALSE ||
            device.getInfo<CL_DEVICE_COMPILER_AVAILABLE>() == CL_FALSE)
            continue;
        found.push_back({device, describe(platform, device)});
    }
}

}  // namespace

std::vector<OpenClChoice> find_opencl_devices() {
    std::vector<OpenClChoice> found;
    std::vector<cl::Platform> platforms;
    try {
        cl::Platform::get(&platforms);
    } catch (const cl::Error& error) {
        log(LogLevel::info, "no OpenCL platform: " + opencl_error_name(error.err()));
        return found;
    }
    for (const cl::Platform& platform : platforms) {
        try {
            add_devices(platform, found);
        } catch (const cl::Error& error) {
            log(error.err() == CL_DEVICE_NOT_FOUND ? LogLevel::info : LogLevel::warn,
                "left out an OpenCL platform: " + opencl_error_name(error.err()));
        }
    }
    return found;
}

}  // namespace hg
