#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "runtime/machine/opencl_api.hpp"

namespace hg {

/// Chunks of pinned memory that transfers from and to pageable memory go through. Made at first use: pinning
/// takes about half a second a GiB. Thread-safe.
class StagingRing {
  public:
    /// The right to use a chunk; gives it back on destruction.
    class Chunk {
      public:
        Chunk() = default;
        Chunk(StagingRing& ring, std::byte* data) noexcept : ring_(&ring), data_(data) {}
        Chunk(Chunk&& other) noexcept
            : ring_(std::exchange(other.ring_, nullptr)), data_(std::exchange(other.data_, nullptr)) {}
        Chunk& operator=(Chunk&& other) noexcept {
            std::swap(ring_, other.ring_);
            std::swap(data_, other.data_);
            return *this;
        }
        ~Chunk() {
            if (ring_) ring_->give_back(data_);
        }
        [[nodiscard]] std::byte* data() const noexcept { return data_; }

      private:
        StagingRing* ring_ = nullptr;
        std::byte* data_ = nullptr;
    };

    StagingRing(const cl::Context& context, const cl::CommandQueue& queue, std::int64_t chunk_bytes,
                int chunks);
    ~StagingRing();
    StagingRing(const StagingRing&) = delete;
    StagingRing& operator=(const StagingRing&) = delete;

    /// Waits for a free chunk. Throws cl::Error where the chunks cannot be made.
    [[nodiscard]] Chunk take();
    [[nodiscard]] std::int64_t chunk_bytes() const noexcept { return chunk_bytes_; }

  private:
    void make_chunks();
    void give_back(std::byte* data) noexcept;

    cl::Context context_;
    cl::CommandQueue queue_;
    const std::int64_t chunk_bytes_;
    const std::size_t chunks_;

    std::mutex mutex_;
    std::condition_variable freed_;
    std::vector<std::pair<cl::Buffer, std::byte*>> mapped_;
    std::vector<std::byte*> free_;
};

}  // namespace hg
