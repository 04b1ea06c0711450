#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hg {

/// Work that a device could not do, so that others did it.
struct FallBack {
    std::string device;       ///< the machine's name of the device and the driver's: "gpu0 (NVIDIA H200)"
    std::string reason;       ///< one line, with the limit, the OpenCL error, or the compiler's first error
    std::string finished_by;  ///< who did the work, for example "gpu1" or "the host device"
    std::uint64_t times = 1;  ///< how often it happened
};

/// Returns the fall-backs of this process, in the order in which they first happened. After 100 different
/// ones, hg counts only those. A child made by fork() from a process that has used devices has none.
/// Thread-safe. Throws nothing but std::bad_alloc.
std::vector<FallBack> fall_backs();

}  // namespace hg
