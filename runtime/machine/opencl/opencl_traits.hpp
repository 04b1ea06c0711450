#pragma once

#include <cstdint>
#include <string>

#include <hg/runtime/machine/device.hpp>

namespace hg {

/// What only some makers' drivers tell of a device.
struct OpenClExtras {
    int nvidia_capability = 0;  ///< 10 major + minor of the compute capability; 0 if it is not told
    std::string amd_board{};    ///< for example "AMD Instinct MI210"; empty if it is not told
};

/// The traits of an OpenCL device. Vendors' many names become one word each: "NVIDIA", "AMD", "Intel"; "pocl"
/// for every device of that platform, whoever made the processor; another vendor's name stays as it is.
/// Architecture: "sm_90" by the compute capability on NVIDIA's devices, "gfx90a" on AMD's, the compiler's
/// name of the processor ("skylake-avx512") on PoCL's, empty on others.
DeviceTraits opencl_traits(const DeviceInfo& info, const OpenClExtras& extras);

/// Bytes of local memory that a kernel's static arrays can take on an NVIDIA device that reports `reported`.
/// Its OpenCL reports 48 KiB at most, yet compiles and runs more: what CUDA's table "technical specifications
/// per compute capability" gives as the most shared memory of a thread block. Capabilities that are not
/// listed here get what is reported.
std::int64_t nvidia_local_memory(int capability, std::int64_t reported) noexcept;

}  // namespace hg
