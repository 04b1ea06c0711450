#include "runtime/machine/staging_ring.hpp"

#include <algorithm>

namespace hg {

StagingRing::StagingRing(const cl::Context& context, const cl::CommandQueue& queue, std::int64_t chunk_bytes,
                         int chunks)
    : context_(context),
      queue_(queue),
      chunk_bytes_(std::max<std::int64_t>(chunk_bytes, 8)),
      chunks_(static_cast<std::size_t>(std::max(chunks, 2))) {
    // give_back() must not allocate.
    free_.reserve(chunks_);
}

StagingRing::~StagingRing() {
    try {
        for (auto& [buffer, data] : mapped_) queue_.enqueueUnmapMemObject(buffer, data);
        queue_.finish();
    } catch (const cl::Error&) {
        // The context is lost, and its mappings with it.
    }
}

StagingRing::Chunk StagingRing::take() {
    std::unique_lock lock(mutex_);
    if (mapped_.size() < chunks_) make_chunks();
    freed_.wait(lock, [&] { return !free_.empty(); });
    std::byte* data = free_.back();
    free_.pop_back();
    return {*this, data};
}

void StagingRing::make_chunks() {
    const auto bytes = static_cast<std::size_t>(chunk_bytes_);
    while (mapped_.size() < chunks_) {
        cl::Buffer buffer(context_, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes);
        auto* data = static_cast<std::byte*>(
            queue_.enqueueMapBuffer(buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes));
        mapped_.emplace_back(std::move(buffer), data);
        free_.push_back(data);
    }
}

void StagingRing::give_back(std::byte* data) noexcept {
    {
        const std::lock_guard lock(mutex_);
        free_.push_back(data);
    }
    freed_.notify_one();
}

}  // namespace hg
