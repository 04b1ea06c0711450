#pragma once

#include <cstdint>
#include <string>

namespace hg {

/// What kernels are chosen by: who made a device, and what a work-group may take there.
struct DeviceTraits {
    std::string product;  ///< as the driver says, for example "NVIDIA H200"; empty: not known
    std::string vendor;   ///< one word for a maker's many names: "NVIDIA", "AMD", "Intel", "pocl", "host"
    std::string architecture;   ///< "sm_90"; on other makers' devices what the driver tells, or empty
    int nvidia_capability = 0;  ///< 10 major + minor of the compute capability; 0 where it is not NVIDIA's
    /// Bytes of local memory that a kernel with static arrays can really take. More than OpenCL reports where
    /// more is known to work: 227 KiB on sm_90, which reports 48.
    std::int64_t local_memory = std::int64_t{32} << 10;
    std::int64_t max_work_group = 256;  ///< work-items
    std::int64_t compute_units = 1;
    bool is_host = false;  ///< runs host implementations: any instruction, whatever its kernel needs
};

}  // namespace hg
