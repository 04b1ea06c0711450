#pragma once

#include <cstdint>
#include <string>

namespace hg {

/// What kernels are chosen by: the maker of a device, and what a work-group may use there.
struct DeviceTraits {
    std::string product;  ///< as the driver says, for example "NVIDIA H200"; empty: not known
    std::string vendor;   ///< one word for all names of a maker: "NVIDIA", "AMD", "Intel", "pocl", "host"
    std::string architecture;   ///< "sm_90"; for other makers what the driver reports, or empty
    int nvidia_capability = 0;  ///< 10 major + minor of the compute capability; 0 if it is not NVIDIA's
    /// Bytes of local memory that a kernel with static arrays can really use. It may be more than OpenCL
    /// reports if more is known to work: 227 KiB on sm_90, which reports 48 KiB.
    std::int64_t local_memory = std::int64_t{32} << 10;
    std::int64_t max_work_group = 256;  ///< work-items
    std::int64_t compute_units = 1;     ///< work-groups that run at once; 1 if it is not known
    bool is_host = false;  ///< runs host implementations, so any instruction, whatever its kernel needs
};

}  // namespace hg
