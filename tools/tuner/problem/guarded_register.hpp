#pragma once

#include <bit>
#include <complex>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "runtime/machine/measure/device_work.hpp"
#include "tools/tuner/problem/repeating_numbers.hpp"
#include <hg/runtime/program/location.hpp>

namespace hg::kernels {

template <class T>
struct PartOfElement {
    using Type = T;
};
template <class T>
struct PartOfElement<std::complex<T>> {
    using Type = T;
};

/// A matrix in a device's memory, column-major, rows x cols elements, columns `ld` elements apart. What lies
/// between its last row and ld, and `guard_cols` columns after its last one, are guards: NaN of a known pattern,
/// which no kernel may change and none can use unnoticed.
///
///     |<-- cols -->|<- guard ->|
///     +------------+-----------+ ---
///     |  elements  |           |  rows
///     +------------+   guard   | ---
///     |   guard    |           |
///     +------------+-----------+ --- ld
template <class T>
class GuardedRegister {
  public:
    static constexpr std::int64_t kGuardColumns = 8;

    /// Throws Error{out_of_memory}, Error{device_failed}.
    GuardedRegister(DeviceWork& work, std::int64_t rows, std::int64_t cols, std::int64_t ld,
                    std::int64_t guard_cols = kGuardColumns)
        : rows_(rows),
          cols_(cols),
          ld_(ld),
          guard_cols_(guard_cols),
          memory_(work.device().allocate(whole_shape().bytes())) {}

    [[nodiscard]] std::int64_t rows() const noexcept { return rows_; }
    [[nodiscard]] std::int64_t cols() const noexcept { return cols_; }
    [[nodiscard]] std::int64_t ld() const noexcept { return ld_; }
    /// The matrix as kernels see it.
    [[nodiscard]] LiveRegister seen() const {
        return {{element_type_of<T>(), 0, rows_, cols_, ld_}, memory_.get()};
    }
    /// The matrix with its guards.
    [[nodiscard]] LiveRegister whole() const { return {whole_shape(), memory_.get()}; }

    /// Host memory for the matrix with its guards: all of it guard.
    [[nodiscard]] std::vector<T> all_guard() const {
        return std::vector<T>(static_cast<std::size_t>(ld_ * (cols_ + guard_cols_)), guard());
    }
    /// Host memory for it: random elements from number `first` on, and its guards.
    [[nodiscard]] std::vector<T> random(std::int64_t first) const {
        std::vector<T> storage = all_guard();
        for (std::int64_t j = 0; j < cols_; ++j)
            RepeatingNumbers<T>::instance().copy(first + j * rows_, rows_, storage.data() + j * ld_);
        return storage;
    }
    /// Whether what came back from the device has its guards as they were.
    [[nodiscard]] bool guards_untouched(const std::vector<T>& storage) const {
        const auto untouched = [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t x = first; x < last; ++x)
                if (!is_guard(storage[static_cast<std::size_t>(x)])) return false;
            return true;
        };
        for (std::int64_t j = 0; j < cols_; ++j)
            if (!untouched(rows_ + j * ld_, ld_ + j * ld_)) return false;
        return untouched(cols_ * ld_, (cols_ + guard_cols_) * ld_);
    }

  private:
    using Part = typename PartOfElement<T>::Type;
    using Bits = std::conditional_t<sizeof(Part) == 8, std::uint64_t, std::uint32_t>;
    /// A quiet NaN, so that copies keep its bits; in both parts of a complex element.
    static constexpr Bits kPattern = sizeof(Part) == 8 ? static_cast<Bits>(0x7ff8a5a5c3c35a5aU) : 0x7fc5a5c3U;

    static T guard() {
        const auto part = std::bit_cast<Part>(kPattern);
        if constexpr (std::is_same_v<T, Part>)
            return part;
        else
            return {part, part};
    }
    static bool is_guard(T x) {
        if constexpr (std::is_same_v<T, Part>)
            return std::bit_cast<Bits>(x) == kPattern;
        else
            return std::bit_cast<Bits>(x.real()) == kPattern && std::bit_cast<Bits>(x.imag()) == kPattern;
    }
    [[nodiscard]] Register whole_shape() const {
        return {element_type_of<T>(), 0, ld_, cols_ + guard_cols_, ld_};
    }

    std::int64_t rows_;
    std::int64_t cols_;
    std::int64_t ld_;
    std::int64_t guard_cols_;
    std::unique_ptr<DeviceMemory> memory_;
};

}  // namespace hg::kernels
