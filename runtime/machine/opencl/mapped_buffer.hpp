#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/machine/opencl/opencl_api.hpp"
#include <hg/runtime/machine/pinned_memory.hpp>

namespace hg {

/// A buffer in page-locked memory, mapped for as long as it lives. Holds the context alive. Devices of other
/// contexts transfer from and to it as fast as its own.
class MappedBuffer final : public PinnedMemory {
  public:
    /// New memory; what it holds at first is undefined. Throws cl::Error.
    MappedBuffer(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes)
        : MappedBuffer(context, queue, CL_MEM_ALLOC_HOST_PTR, nullptr, bytes) {}
    /// Memory of the caller's, in its place. Throws cl::Error if the driver does not take it, or would use a
    /// copy of it.
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
            // The context is lost, and its mappings with it.
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

/// Memory of the caller's, page-locked by an OpenCL context for as long as this lives.
class PinInPlace final : public PinnedMemory {
  public:
    /// No buffer is larger than `largest_buffer` bytes. Throws as MappedBuffer.
    PinInPlace(const cl::Context& context, const cl::CommandQueue& queue, std::byte* data, std::int64_t bytes,
               std::int64_t largest_buffer)
        : data_(data), bytes_(bytes) {
        // Two buffers that share a page would pin it twice, which a driver may refuse.
        constexpr std::int64_t kPage = 4096;
        const auto into_page = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(data) % kPage);
        const std::int64_t whole_pages = std::max<std::int64_t>(largest_buffer / kPage, 2) * kPage;
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
