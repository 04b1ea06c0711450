#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include <hg/blas/types.hpp>
#include <hg/runtime/machine/pinned_memory.hpp>

namespace hg {

class Session;

/// An array of `count` elements in pinned host memory, filled with zeros: transfers from and to it need no
/// staging. It is ordinary memory if no device has pinned memory. Allocation takes about 0.5 s per GiB, so
/// keep buffers. Movable, not copyable.
///
/// Throws Error{invalid_argument} if `count` is negative, and Error{out_of_memory}.
template <RealElement T>
class HostBuffer {
  public:
    HostBuffer() = default;
    explicit HostBuffer(std::int64_t count);           ///< on the process-wide session
    HostBuffer(Session& session, std::int64_t count);  ///< may outlive the session
    /// Takes the elements over: `other` is then empty.
    HostBuffer(HostBuffer&& other) noexcept { *this = std::move(other); }
    /// Frees its elements and takes over those of `other`, which is then empty.
    HostBuffer& operator=(HostBuffer&& other) noexcept {
        memory_ = std::exchange(other.memory_, nullptr);
        data_ = std::exchange(other.data_, nullptr);
        count_ = std::exchange(other.count_, 0);
        return *this;
    }

    /// The first element; null if the buffer is empty.
    [[nodiscard]] T* data() noexcept { return data_; }
    /// The same, to read.
    [[nodiscard]] const T* data() const noexcept { return data_; }
    /// Elements.
    [[nodiscard]] std::int64_t size() const noexcept { return count_; }
    /// Element i, 0 <= i < size(), which is not checked.
    [[nodiscard]] T& operator[](std::int64_t i) noexcept { return data_[i]; }
    /// The same, to read.
    [[nodiscard]] const T& operator[](std::int64_t i) const noexcept { return data_[i]; }
    /// For loops over all elements.
    [[nodiscard]] T* begin() noexcept { return data_; }
    /// Behind the last element.
    [[nodiscard]] T* end() noexcept { return data_ + count_; }

  private:
    std::shared_ptr<PinnedMemory> memory_;
    T* data_ = nullptr;
    std::int64_t count_ = 0;
};

extern template class HostBuffer<float>;
extern template class HostBuffer<double>;

}  // namespace hg
