#pragma once

#include <hg/runtime/program/device_traits.hpp>

namespace hg::kernels {

/// Work-items of a work-group that a device's compiler makes advance together: NVIDIA's warp, AMD's wave,
/// Intel's sub-group. It only guides the choice of work-groups; kernels of one vendor apart, results do not
/// depend on it. 64 for AMD's devices up to gfx9, 16 for Intel's, 1 for CPUs, else 32.
inline int lanes_of(const DeviceTraits& device) noexcept {
    if (device.vendor == "pocl" || device.is_host) return 1;
    if (device.vendor == "Intel") return 16;
    constexpr std::size_t kLongestOfGfx9 = 6;  // "gfx90a"; "gfx1030" is longer
    return device.vendor == "AMD" && device.architecture.size() <= kLongestOfGfx9 ? 64 : 32;
}

}  // namespace hg::kernels
