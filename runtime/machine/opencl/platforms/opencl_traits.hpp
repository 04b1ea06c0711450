#pragma once

#include <cstdint>
#include <string>

#include <hg/runtime/machine/device.hpp>

namespace hg {

/// Information about a device that only some vendors' drivers report.
struct OpenClExtras {
    int nvidia_capability = 0;  ///< 10 * major + minor of the compute capability; 0 if unknown
    std::string amd_board{};    ///< for example "AMD Instinct MI210"; empty if unknown
};

/// Returns the traits of an OpenCL device. The various names of a vendor become one word: "NVIDIA", "AMD" or
/// "Intel"; "pocl" for every device of that platform, whichever processor it has. The names of other vendors
/// remain unchanged. The architecture is "sm_90", from the compute capability, for NVIDIA's devices, "gfx90a"
/// for AMD's, the compiler's name of the processor ("skylake-avx512") for PoCL's, and empty for others.
DeviceTraits opencl_traits(const DeviceInfo& info, const OpenClExtras& extras);

/// Returns the bytes of local memory that a kernel's static arrays can take on an NVIDIA device that reports
/// `reported`. NVIDIA's OpenCL reports at most 48 KiB, but compiles and runs kernels with more: up to the
/// maximum shared memory per thread block in CUDA's table "technical specifications per compute capability".
/// For capabilities that are not listed here, returns `reported`.
std::int64_t nvidia_local_memory(int capability, std::int64_t reported) noexcept;

}  // namespace hg
