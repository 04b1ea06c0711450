#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include <hg/blas/types.hpp>
#include <hg/runtime/machine/pinned_memory.hpp>

namespace hg {

class Session;

/// An array of `count` elements in pinned host memory, initialized to zero. Transfers to and from it need no
/// staging. If no device has pinned memory, it is ordinary memory. Allocation takes about 0.5 s per GiB, so
/// reuse buffers. Movable, not copyable.
///
/// Throws Error{invalid_argument} if `count` is negative, and Error{out_of_memory}.
template <RealElement T>
class HostBuffer {
  public:
    HostBuffer() = default;
    explicit HostBuffer(std::int64_t count);           ///< on the process-wide session
    HostBuffer(Session& session, std::int64_t count);  ///< may outlive the session
    /// Takes over the elements of `other`, which becomes empty.
    HostBuffer(HostBuffer&& other) noexcept { *this = std::move(other); }
    /// Frees its own elements and takes over those of `other`, which becomes empty.
    HostBuffer& operator=(HostBuffer&& other) noexcept {
        memory_ = std::exchange(other.memory_, nullptr);
        data_ = std::exchange(other.data_, nullptr);
        count_ = std::exchange(other.count_, 0);
        return *this;
    }

    /// Returns a pointer to the first element, or null if the buffer is empty.
    [[nodiscard]] T* data() noexcept { return data_; }
    /// The same for reading.
    [[nodiscard]] const T* data() const noexcept { return data_; }
    /// Returns the number of elements.
    [[nodiscard]] std::int64_t size() const noexcept { return count_; }
    /// Returns element i, 0 <= i < size(). The index is not checked.
    [[nodiscard]] T& operator[](std::int64_t i) noexcept { return data_[i]; }
    /// The same for reading.
    [[nodiscard]] const T& operator[](std::int64_t i) const noexcept { return data_[i]; }
    /// Returns the begin iterator, for loops over all elements.
    [[nodiscard]] T* begin() noexcept { return data_; }
    /// Returns the end iterator: one past the last element.
    [[nodiscard]] T* end() noexcept { return data_ + count_; }

  private:
    std::shared_ptr<PinnedMemory> memory_;
    T* data_ = nullptr;
    std::int64_t count_ = 0;
};

extern template class HostBuffer<float>;
extern template class HostBuffer<double>;

}  // namespace hg
