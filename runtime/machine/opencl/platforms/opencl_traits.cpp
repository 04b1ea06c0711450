#include "runtime/machine/opencl/platforms/opencl_traits.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "runtime/machine/lower_case.hpp"
#include "runtime/program/base/pocl.hpp"

namespace hg {
namespace {

/// A part of a vendor's name, in lowercase letters, and hg's word for the vendor.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kVendors{{
    {"nvidia", "NVIDIA"},
    {"advanced micro devices", "AMD"},
    {"amd", "AMD"},
    {"intel", "Intel"},
}};

std::string vendor_word(const DeviceInfo& info) {
    if (info.platform.find(pocl::kPlatform) != std::string::npos) return std::string(pocl::kVendor);
    const std::string name = lower_case(info.vendor);
    for (const auto& [part, word] : kVendors)
        if (name.find(part) != std::string::npos) return std::string(word);
    return info.vendor;
}

std::string architecture(const DeviceInfo& info, const DeviceTraits& traits) {
    if (traits.nvidia_capability > 0) return "sm_" + std::to_string(traits.nvidia_capability);
    if (pocl::is_pocl(traits)) return std::string(pocl::processor(info.name, info.version));
    // "gfx90a:sramecc+:xnack-" is a gfx90a with two features set.
    if (traits.vendor == "AMD" && info.name.starts_with("gfx"))
        return info.name.substr(0, info.name.find(':'));
    return {};
}

}  // namespace

DeviceTraits opencl_traits(const DeviceInfo& info, const OpenClExtras& extras) {
    DeviceTraits traits;
    traits.vendor = vendor_word(info);
    traits.product = traits.vendor == "AMD" && !extras.amd_board.empty() ? extras.amd_board : info.name;
    if (traits.vendor == "NVIDIA") traits.nvidia_capability = extras.nvidia_capability;
    traits.architecture = architecture(info, traits);
    traits.local_memory = nvidia_local_memory(traits.nvidia_capability, info.local_memory);
    traits.max_work_group = info.max_work_group;
    traits.compute_units = info.compute_units;
    return traits;
}

std::int64_t nvidia_local_memory(int capability, std::int64_t reported) noexcept {
    std::int64_t kibibytes = 0;
    if (capability == 70) kibibytes = 96;
    if (capability == 75) kibibytes = 64;
    if (capability == 80) kibibytes = 163;
    if (capability == 86 || capability == 89) kibibytes = 99;
    if (capability >= 90 && capability < 110) kibibytes = 227;
    return std::max(reported, kibibytes << 10);
}

}  // namespace hg
