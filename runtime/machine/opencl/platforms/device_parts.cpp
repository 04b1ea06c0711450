#include "runtime/machine/opencl/platforms/device_parts.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include "runtime/machine/opencl/opencl_error.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using Property = cl_device_partition_property;

constexpr std::array<std::pair<std::string_view, Property>, 5> kDomains{{
    {"numa", CL_DEVICE_AFFINITY_DOMAIN_NUMA},
    {"l4", CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE},
    {"l3", CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE},
    {"l2", CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE},
    {"l1", CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE},
}};

std::optional<Property> domain_of(std::string_view way) noexcept {
    for (const auto& [name, domain] : kDomains)
        if (way == name) return domain;
    return std::nullopt;
}

/// Returns the numbers of "4+2"; none if it is not written like that, or a number is 0.
std::vector<Property> counts_of(std::string_view way) {
    std::vector<Property> counts;
    for (std::size_t begin = 0; begin <= way.size();) {
        const std::size_t end = std::min(way.find('+', begin), way.size());
        std::int32_t count = 0;
        const auto [stop, error] = std::from_chars(way.data() + begin, way.data() + end, count);
        if (error != std::errc{} || stop != way.data() + end || count < 1) return {};
        counts.push_back(count);
        begin = end + 1;
    }
    return counts;
}

[[noreturn]] void refuse(const OpenClChoice& whole, const std::string& way, const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, "HG_DEVICES divides " + whole.info.name + " by '/" + way +
                                                 "', but " + reason + "; the device has " +
                                                 std::to_string(whole.info.compute_units) + " compute units");
}

std::vector<Property> properties(const OpenClChoice& whole, const std::string& way) {
    if (const auto domain = domain_of(way)) return {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, *domain, 0};
    std::vector<Property> counts = counts_of(way);
    if (counts.empty()) refuse(whole, way, "a part must have at least one compute unit");
    if (counts.size() == 1) {
        if (whole.info.compute_units % counts.front() != 0)
            refuse(whole, way, "its compute units do not divide into so many equal parts");
        return {CL_DEVICE_PARTITION_EQUALLY, whole.info.compute_units / counts.front(), 0};
    }
    counts.insert(counts.begin(), CL_DEVICE_PARTITION_BY_COUNTS);
    counts.insert(counts.end(), {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
    return counts;
}

/// A device with one part is not divided at all, and drivers refuse that.
bool is_whole(const OpenClChoice& whole, const std::vector<Property>& wanted) {
    return wanted.front() == CL_DEVICE_PARTITION_EQUALLY && wanted[1] == whole.info.compute_units;
}

std::vector<cl::Device> divide(const OpenClChoice& whole, const std::string& way) {
    const std::vector<Property> wanted = properties(whole, way);
    if (is_whole(whole, wanted)) return {whole.device};
    const auto ways = whole.device.getInfo<CL_DEVICE_PARTITION_PROPERTIES>();
    if (std::ranges::find(ways, wanted.front()) == ways.end())
        refuse(whole, way, "its driver does not divide it in this way");
    std::vector<cl::Device> devices;
    cl::Device(whole.device).createSubDevices(wanted.data(), &devices);
    return devices;
}

}  // namespace

bool is_way_to_divide(std::string_view way) noexcept {
    return domain_of(way) || (!way.empty() && way.find_first_not_of("0123456789+") == std::string_view::npos);
}

std::vector<OpenClChoice> parts_of(const OpenClChoice& whole, const std::string& way) {
    std::vector<OpenClChoice> parts;
    try {
        for (cl::Device& device : divide(whole, way)) {
            OpenClChoice& part = parts.emplace_back(whole);
            part.info.compute_units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
            part.info.traits.compute_units = part.info.compute_units;
            part.device = std::move(device);
        }
    } catch (const cl::Error& error) {
        refuse(whole, way, "its driver refuses with " + opencl_error_name(error.err()));
    }
    std::int64_t units = 0;
    for (const OpenClChoice& part : parts) units += part.info.compute_units;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        DeviceInfo& info = parts[i].info;
        info.part = way + "." + std::to_string(i);
        info.identity += "/" + info.part;
        info.memory = info.memory / units * info.compute_units;
        info.largest_buffer = std::min(info.largest_buffer, info.memory);
    }
    return parts;
}

}  // namespace hg
