#pragma once

#include <cstdint>
#include <string>

namespace hg {

/// The properties of a device by which kernels are chosen: its product and vendor, and the limits of a
/// work-group.
struct DeviceTraits {
    std::string product;  ///< as reported by the driver, for example "NVIDIA H200"; empty: unknown
    std::string vendor;   ///< one word for all names of a vendor: "NVIDIA", "AMD", "Intel", "pocl", "host"
    std::string architecture;   ///< "sm_90"; for other vendors as the driver reports it, or empty
    int nvidia_capability = 0;  ///< 10 major + minor of the compute capability; 0 for other vendors
    /// Bytes of local memory that a kernel with static arrays can actually use. If more is known to work than
    /// OpenCL reports, this is the larger value: 227 KiB on sm_90, which reports 48 KiB.
    std::int64_t local_memory = std::int64_t{32} << 10;
    std::int64_t max_work_group = 256;  ///< work-items
    std::int64_t compute_units = 1;     ///< work-groups that run at the same time; 1 if unknown
    /// Runs host implementations, so it runs any instruction, whatever the kernel needs.
    bool is_host = false;
};

}  // namespace hg
