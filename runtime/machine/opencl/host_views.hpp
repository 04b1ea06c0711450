#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

#include "runtime/machine/opencl/opencl_api.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg {

/// Buffers through which kernels read the caller's memory in place. OpenCL does not define what overlapping
/// buffers hold, so a range shares a view of the same range and gets none if it overlaps another view. A part
/// of a view would not do, because the rest of that view may have changed since. One thread at a time may
/// call this; views may end in any thread.
class HostViews {
  public:
    /// Returns no memory if the range is larger than `largest_buffer` bytes or overlaps another view. The
    /// buffer extends to the start of the page and to a multiple of 64 bytes, because drivers copy memory
    /// that does not. Throws cl::Error.
    HostView open(const cl::Context& context, std::byte* data, std::int64_t bytes,
                  std::int64_t largest_buffer);

  private:
    struct Range {
        std::int64_t bytes = 0;
        std::weak_ptr<DeviceMemory> memory;
    };
    std::map<const std::byte*, Range> ranges_;  ///< by begin; those of ended views remain for a while
};

}  // namespace hg
