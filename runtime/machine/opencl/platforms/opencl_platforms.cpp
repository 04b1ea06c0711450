#include "runtime/machine/opencl/platforms/opencl_platforms.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <map>
#include <string>

#include "runtime/machine/log.hpp"
#include "runtime/machine/opencl/opencl_error.hpp"
#include "runtime/machine/opencl/platforms/opencl_traits.hpp"
#include "runtime/machine/process_life.hpp"

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

// From cl_nv_device_attribute_query; not every header defines it.
constexpr cl_device_info kNvidiaPciBus = 0x4008;
constexpr cl_device_info kNvidiaPciSlot = 0x4009;

/// Returns the information that only some vendors' drivers report, through their extensions.
OpenClExtras extras(const cl::Device& device, const std::string& extensions) {
    OpenClExtras extras;
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

std::string hexadecimal(const std::vector<unsigned>& numbers) {
    std::string text;
    std::array<char, 9> digits{};
    for (const unsigned number : numbers) {
        std::snprintf(digits.data(), digits.size(), "%02x", number);
        text += (text.empty() || numbers.size() > 8 ? "" : ":") + std::string(digits.data());
    }
    return text;
}

/// Asks for the most specific information first, because parts of one card have the same bus address. Returns
/// an empty string if the driver reports nothing.
std::string identity(const cl::Device& device, const std::string& extensions) {
    const auto has = [&](const char* extension) { return extensions.find(extension) != std::string::npos; };
    const auto ask = [&](cl_device_info what, auto& answer) {
        return clGetDeviceInfo(device(), what, sizeof answer, &answer, nullptr) == CL_SUCCESS;
    };
    std::array<cl_uchar, CL_UUID_SIZE_KHR> uuid{};
    if (has("cl_khr_device_uuid") && ask(CL_DEVICE_UUID_KHR, uuid))
        return "uuid-" + hexadecimal({uuid.begin(), uuid.end()});
    cl_device_pci_bus_info_khr place{};
    if (has("cl_khr_pci_bus_info") && ask(CL_DEVICE_PCI_BUS_INFO_KHR, place))
        return "pci-" + hexadecimal({place.pci_domain, place.pci_bus, place.pci_device, place.pci_function});
    cl_uint bus = 0, slot = 0;
    if (has("cl_nv_device_attribute_query") && ask(kNvidiaPciBus, bus) && ask(kNvidiaPciSlot, slot))
        return "pci-" + hexadecimal({0, bus, slot, 0});
    return {};
}

DeviceInfo describe(const cl::Platform& platform, const cl::Device& device) {
    DeviceInfo info;
    info.name = trimmed(device.getInfo<CL_DEVICE_NAME>());
    info.vendor = trimmed(device.getInfo<CL_DEVICE_VENDOR>());
    info.platform = trimmed(platform.getInfo<CL_PLATFORM_NAME>());
    info.driver = trimmed(device.getInfo<CL_DRIVER_VERSION>());
    info.version = trimmed(device.getInfo<CL_DEVICE_VERSION>());
    const std::string extensions = device.getInfo<CL_DEVICE_EXTENSIONS>();
    info.identity = identity(device, extensions);
    info.is_gpu = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0;
    info.unified_memory = device.getInfo<CL_DEVICE_HOST_UNIFIED_MEMORY>() != CL_FALSE;
    info.has_f64 = extensions.find("cl_khr_fp64") != std::string::npos;
    info.has_f16 = extensions.find("cl_khr_fp16") != std::string::npos;
    info.memory = as_int64(device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>());
    info.largest_buffer = as_int64(device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>());
    info.local_memory = as_int64(device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>());
    info.max_work_group = as_int64(device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>());
    info.compute_units = as_int64(device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
    info.largest_clock = device.getInfo<CL_DEVICE_MAX_CLOCK_FREQUENCY>();
    info.traits = opencl_traits(info, extras(device, extensions));
    return info;
}

void add_devices(const cl::Platform& platform, std::vector<OpenClChoice>& found) {
    std::vector<cl::Device> devices;
    platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    for (const cl::Device& device : devices) {
        if (device.getInfo<CL_DEVICE_AVAILABLE>() == CL_FALSE ||
            device.getInfo<CL_DEVICE_COMPILER_AVAILABLE>() == CL_FALSE)
            continue;
        const bool is_cpu = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0;
        found.push_back({device, describe(platform, device), is_cpu});
    }
}

/// Numbers the devices for which the driver reports no or no unique identity.
void number_the_equal(std::vector<OpenClChoice>& found) {
    std::map<std::string, int> count;
    for (OpenClChoice& choice : found) {
        std::string& identity = choice.info.identity;
        if (identity.empty()) identity = choice.info.platform + "-" + choice.info.name;
        const int number = count[identity]++;
        if (number > 0) identity += "-" + std::to_string(number);
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
    drivers_are_loaded();
    number_the_equal(found);
    return found;
}

}  // namespace hg
