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

/// An array in host memory whose elements are not set at first: threads that fill it touch its pages first. Or one in memory
/// of someone else's. Moves, never copies. Not thread-safe, as std::vector.
template <class T>
requires std::is_trivially_copyable_v<T>
class HostArray {
  public:
    /// An empty array.
    HostArray() = default;

    /// `count` elements with no particular values. Throws Error{out_of_memory}.
    explicit HostArray(std::int64_t count) : size_(static_cast<std::size_t>(count)) {
        constexpr auto kMost = static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(T);
        try {
            if (count < 0 || size_ > kMost) throw std::bad_alloc();
            bytes_.reset(std::make_unique_for_overwrite<std::byte[]>(size_ * sizeof(T)).release());
        } catch (const std::bad_alloc&) {
            throw Error(ErrorCode::out_of_memory, "the system gave no memory for an array of " +
                                                      std::to_string(count) + " elements of " +
                                                      std::to_string(sizeof(T)) + " bytes");
        }
    }

    /// An array in memory that is not the array's own, without a copy.
    ///
    /// @param data   `count` elements, which must stay where they are
    /// @param owner  held as long as the array; if it is null, the caller sees to it that the memory stays
    HostArray(T* data, std::int64_t count, std::shared_ptr<const void> owner = nullptr) noexcept
        : bytes_(reinterpret_cast<std::byte*>(data), Release{true, std::move(owner)}),
          size_(static_cast<std::size_t>(count)) {}

    /// Elements.
    [[nodiscard]] std::int64_t size() const noexcept { return static_cast<std::int64_t>(size_); }
    /// The first element.
    [[nodiscard]] T* data() noexcept { return reinterpret_cast<T*>(bytes_.get()); }
    /// The first element.
    [[nodiscard]] const T* data() const noexcept { return reinterpret_cast<const T*>(bytes_.get()); }
    /// Element i, 0 <= i < size().
    [[nodiscard]] T& operator[](std::int64_t i) noexcept { return data()[i]; }
    /// Element i, 0 <= i < size().
    [[nodiscard]] const T& operator[](std::int64_t i) const noexcept { return data()[i]; }
    /// All elements.
    [[nodiscard]] std::span<T> span() noexcept { return {data(), size_}; }
    /// All elements.
    [[nodiscard]] std::span<const T> span() const noexcept { return {data(), size_}; }

  private:
    /// Frees the memory, unless it is someone else's.
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
