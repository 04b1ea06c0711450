#pragma once

// What hg assumes of PoCL beyond OpenCL. All of it was seen with Debian 12's PoCL 3.1; with another version,
// look here first. Authors of kernels follow two more rules:
//
//   - A kernel does not jump out of a loop that contains barriers, even if all its work-items jump together:
//     its results would be wrong.
//   - Blockings of triangular solves with more than one work-item are for GPUs: PoCL's optimizer miscompiles
//     them. Tests run them with kWithoutOptimizer.

#include <array>
#include <string_view>

#include <hg/runtime/program/device_traits.hpp>

namespace hg::pocl {

/// Part of CL_PLATFORM_NAME.
inline constexpr std::string_view kPlatform = "Portable Computing Language";

/// DeviceTraits::vendor of all devices of that platform, whichever processor they have.
inline constexpr std::string_view kVendor = "pocl";

/// The Debian package with the driver.
inline constexpr std::string_view kDebianPackage = "pocl-opencl-icd";

/// Returns true for devices of PoCL's platform.
inline bool is_pocl(const DeviceTraits& traits) noexcept {
    return traits.vendor == kVendor;
}

/// Returns the compiler's name of a device's processor, such as "skylake-avx512"; empty if it is not found.
/// The device's name is "pthread-<processor>-<model>", and its version ends with "-<triple>-<processor>".
/// Both parts may contain dashes: the processor is the longest suffix of the version that follows "pthread-"
/// in the name.
constexpr std::string_view processor(std::string_view name, std::string_view version) noexcept {
    const std::size_t dash = name.find('-');
    if (dash == std::string_view::npos) return {};
    name.remove_prefix(dash + 1);
    for (std::size_t at = version.find('-'); at != std::string_view::npos; at = version.find('-', at + 1)) {
        const std::string_view end = version.substr(at + 1);
        if (!end.empty() && name.starts_with(end)) return end;
    }
    return {};
}

/// Added to all build options: the compiler writes the number of its warnings to the process's standard
/// error, which belongs to the user. Other drivers know the option, too.
inline constexpr std::string_view kNoWarnings = " -w";

/// Environment variables that the compiler reads itself, at each build. Kernels compiled with other values
/// are others, so the values are part of a kernel file's key.
inline constexpr std::array<const char*, 2> kCompilerVariables{"POCL_EXTRA_BUILD_FLAGS",
                                                               "POCL_WORK_GROUP_METHOD"};

/// Added to the build options of the kernels of cooperative panels that run on PoCL: if it optimizes, it
/// leaves out what stands between the first two barriers of the LU panel's kernel, and gets the QR panel's
/// wrong, too. Tests set POCL_EXTRA_BUILD_FLAGS to it, because optimizing takes longer than they do.
inline constexpr std::string_view kWithoutOptimizer = " -cl-opt-disable";

/// A process has one compiler for all threads, which runs at a kernel's first launch with a geometry. So
/// kernels are made one after the other, and the driver loads no part of itself later.
inline bool has_one_compiler(const DeviceTraits& traits) noexcept {
    return is_pocl(traits);
}

/// A kernel's code is stored for each grid size, but released by kernel and work-group size alone. If kernels
/// of several devices overlap, PoCL can release another kernel's code and crash the process. So launches of
/// the process take turns, which costs little, because PoCL's devices share the same cores.
inline bool launches_take_turns(const DeviceTraits& traits) noexcept {
    return is_pocl(traits);
}

}  // namespace hg::pocl
