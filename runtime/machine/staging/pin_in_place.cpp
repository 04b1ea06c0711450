#include "runtime/machine/staging/pin_in_place.hpp"

#include <algorithm>

namespace hg {
namespace {

constexpr std::int64_t kPage = 4096;

}  // namespace

/// One buffer over the caller's memory.
class PinInPlace::Mapping {
  public:
    Mapping(const cl::Context& context, const cl::CommandQueue& queue, std::byte* data, std::size_t bytes)
        : queue_(queue), buffer_(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, data) {
        mapped_ = queue_.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes);
        if (mapped_ == data) return;
        unmap();
        throw cl::Error(CL_MAP_FAILURE, "mapping memory in its place");
    }
    ~Mapping() { unmap(); }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;

  private:
    void unmap() noexcept {
        try {
            queue_.enqueueUnmapMemObject(buffer_, mapped_);
            queue_.finish();
        } catch (const cl::Error&) {
            // The context is lost, and its mappings with it.
        }
    }

    cl::CommandQueue queue_;
    cl::Buffer buffer_;
    void* mapped_ = nullptr;
};

PinInPlace::PinInPlace(const cl::Context& context, const cl::CommandQueue& queue, std::byte* data,
                       std::int64_t bytes, std::int64_t largest_buffer)
    : data_(data), bytes_(bytes) {
    // Two buffers that share a page would pin it twice, which a driver may refuse.
    const std::int64_t into_page = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(data) % kPage);
    const std::int64_t whole_pages = std::max<std::int64_t>(largest_buffer / kPage, 2) * kPage;
    for (std::int64_t begin = 0; begin < bytes;) {
        const std::int64_t room = begin == 0 ? whole_pages - into_page : whole_pages;
        const std::int64_t part = std::min(room, bytes - begin);
        mappings_.push_back(
            std::make_unique<Mapping>(context, queue, data + begin, static_cast<std::size_t>(part)));
        begin += part;
    }
}

PinInPlace::~PinInPlace() = default;

}  // namespace hg
