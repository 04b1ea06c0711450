#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/machine/opencl/opencl_api.hpp"
#include <hg/runtime/machine/pinned_memory.hpp>

namespace hg {

/// A buffer in page-locked memory, mapped for as long as it lives; what it holds at first is undefined. Holds
/// the context alive. Devices of other contexts transfer from and to it as fast as its own.
class MappedBuffer final : public PinnedMemory {
  public:
    /// Throws cl::Error.
    MappedBuffer(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes)
        : queue_(queue),
          buffer_(context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes),
          data_(static_cast<std::byte*>(
              queue.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes))),
          bytes_(bytes) {}
    ~MappedBuffer() override {
        try {
            queue_.enqueueUnmapMemObject(buffer_, data_);
            queue_.finish();
        } catch (const cl::Error&) {
            // The context is lost, and its mappings with it.
        }
    }
    [[nodiscard]] std::byte* data() noexcept override { return data_; }
    [[nodiscard]] std::int64_t size() const noexcept override { return static_cast<std::int64_t>(bytes_); }

  private:
    cl::CommandQueue queue_;
    cl::Buffer buffer_;
    std::byte* data_;
    std::size_t bytes_;
};

}  // namespace hg
