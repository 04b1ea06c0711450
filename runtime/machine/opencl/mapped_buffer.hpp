#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/machine/device/host_memory.hpp"
#include "runtime/machine/opencl/opencl_api.hpp"
#include <hg/runtime/machine/pinned_memory.hpp>

namespace hg {

/// A buffer in page-locked memory that is mapped during its lifetime. Keeps the context alive. Devices of
/// other contexts transfer from and to it as fast as its own device.
class MappedBuffer final : public PinnedMemory {
  public:
    /// Allocates new memory with undefined contents. Throws cl::Error.
    MappedBuffer(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes)
        : MappedBuffer(context, queue, CL_MEM_ALLOC_HOST_PTR, nullptr, bytes) {}
    /// Uses the caller's memory in place. Throws cl::Error if the driver does not accept it or would use a
    /// copy.
    MappedBuffer(const cl::Context& context, const cl::CommandQueue& queue, std::byte* data,
                 std::size_t bytes)
        : MappedBuffer(context, queue, CL_MEM_USE_HOST_PTR, data, bytes) {
        if (data_ != data) throw cl::Error(CL_MAP_FAILURE, "mapping memory in its place");
    }
    ~MappedBuffer() override {
        try {
            queue_.enqueueUnmapMemObject(buffer_, data_);
            queue_.finish();
        } catch (const cl::Error&) {
            // The context is lost together with its mappings.
        }
    }
    [[nodiscard]] std::byte* data() noexcept override { return data_; }
    [[nodiscard]] std::int64_t size() const noexcept override { return static_cast<std::int64_t>(bytes_); }

  private:
    MappedBuffer(const cl::Context& context, const cl::CommandQueue& queue, cl_mem_flags origin,
                 std::byte* data, std::size_t bytes)
        : queue_(queue),
          buffer_(context, CL_MEM_READ_WRITE | origin, bytes, data),
          data_(static_cast<std::byte*>(
              queue.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes))),
          bytes_(bytes) {}

    cl::CommandQueue queue_;
    cl::Buffer buffer_;
    std::byte* data_;
    std::size_t bytes_;
};

/// The caller's memory, which an OpenCL context keeps page-locked during the lifetime of this object.
class PinInPlace final : public PinnedMemory {
  public:
    /// Makes no buffer larger than `largest_buffer` bytes. Throws like MappedBuffer.
    PinInPlace(const cl::Context& context, const cl::CommandQueue& queue, std::byte* data, std::int64_t bytes,
               std::int64_t largest_buffer)
        : data_(data), bytes_(bytes) {
        // Two buffers that share a page would pin it twice, which a driver may reject.
        constexpr auto page = static_cast<std::int64_t>(kPage);
        const std::int64_t into_page = data - start_of_page(data);
        const std::int64_t whole_pages = std::max<std::int64_t>(largest_buffer / page, 2) * page;
        for (std::int64_t begin = 0; begin < bytes;) {
            const std::int64_t room = begin == 0 ? whole_pages - into_page : whole_pages;
            const std::int64_t part = std::min(room, bytes - begin);
            parts_.push_back(
                std::make_unique<MappedBuffer>(context, queue, data + begin, static_cast<std::size_t>(part)));
            begin += part;
        }
    }

    [[nodiscard]] std::byte* data() noexcept override { return data_; }
    [[nodiscard]] std::int64_t size() const noexcept override { return bytes_; }

  private:
    std::byte* data_;
    std::int64_t bytes_;
    std::vector<std::unique_ptr<MappedBuffer>> parts_;
};

}  // namespace hg
