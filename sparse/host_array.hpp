#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include <hg/runtime/program/error.hpp>

namespace hg {

/// An array in host memory whose elements are initially unset, so the threads that fill it are the first to
/// touch its pages. It may also be in memory that belongs to someone else. Movable, not copyable. Not
/// thread-safe, like std::vector.
template <class T>
requires std::is_trivially_copyable_v<T>
class HostArray {
  public:
    /// An empty array.
    HostArray() = default;

    /// Allocates `count` elements with indeterminate values. Throws Error{out_of_memory}.
    explicit HostArray(std::int64_t count) : size_(static_cast<std::size_t>(count)) {
        constexpr auto kMost = static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(T);
        try {
            if (count < 0 || size_ > kMost) throw std::bad_alloc();
            bytes_.reset(std::make_unique_for_overwrite<std::byte[]>(size_ * sizeof(T)).release());
        } catch (const std::bad_alloc&) {
            throw Error(ErrorCode::out_of_memory, "cannot allocate an array of " + std::to_string(count) +
                                                      " elements of " + std::to_string(sizeof(T)) + " bytes");
        }
    }

    /// Makes an array in memory that it does not own, without a copy.
    ///
    /// @param data   `count` elements, which must stay in place
    /// @param owner  kept alive as long as the array; if null, the caller must keep the memory alive
    HostArray(T* data, std::int64_t count, std::shared_ptr<const void> owner = nullptr) noexcept
        : bytes_(reinterpret_cast<std::byte*>(data), Release{true, std::move(owner)}),
          size_(static_cast<std::size_t>(count)) {}

    /// Returns the number of elements.
    [[nodiscard]] std::int64_t size() const noexcept { return static_cast<std::int64_t>(size_); }
    /// Returns a pointer to the first element.
    [[nodiscard]] T* data() noexcept { return reinterpret_cast<T*>(bytes_.get()); }
    /// Returns a pointer to the first element.
    [[nodiscard]] const T* data() const noexcept { return reinterpret_cast<const T*>(bytes_.get()); }
    /// Returns element i, 0 <= i < size().
    [[nodiscard]] T& operator[](std::int64_t i) noexcept { return data()[i]; }
    /// Returns element i, 0 <= i < size().
    [[nodiscard]] const T& operator[](std::int64_t i) const noexcept { return data()[i]; }
    /// Returns all elements.
    [[nodiscard]] std::span<T> span() noexcept { return {data(), size_}; }
    /// Returns all elements.
    [[nodiscard]] std::span<const T> span() const noexcept { return {data(), size_}; }

  private:
    /// Frees the memory, unless it belongs to someone else.
    struct Release {
        bool is_borrowed = false;
        std::shared_ptr<const void> owner{};
        void operator()(std::byte* bytes) const noexcept {
            if (!is_borrowed) std::default_delete<std::byte[]>()(bytes);
        }
    };

    std::unique_ptr<std::byte[], Release> bytes_;
    std::size_t size_ = 0;
};

}  // namespace hg
