#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "blas/call/letters.hpp"

namespace hg::dropin {

/// A size or a leading dimension as CBLAS and LAPACKE pass it, by value: a register or 8 bytes of the stack.
/// Callers with 32-bit integers set only the lower half. hg passes all 8 bytes on, so that a CPU BLAS with
/// 64-bit integers under names without a suffix gets the value that its caller passed.
using Slot = std::int64_t;

constexpr std::int64_t at_least_1(std::int64_t size) noexcept {
    return std::max<std::int64_t>(1, size);
}

/// Converts a size for a routine with 32-bit integers. Clamps values that do not fit, so that wrong sizes
/// remain wrong and keep their sign.
constexpr int narrow(std::int64_t size) noexcept {
    using Limits = std::numeric_limits<int>;
    return static_cast<int>(std::clamp<std::int64_t>(size, Limits::min(), Limits::max()));
}

/// The size that a caller with integers of type Int has passed by value.
template <class Int>
constexpr std::int64_t size(Slot slot) noexcept {
    return static_cast<Int>(slot);
}

/// Returns the letter, or an invalid one if the layout is invalid.
template <class Choice>
constexpr Choice if_layout(int layout, Choice choice) noexcept {
    return layout == kColMajor || layout == kRowMajor ? choice : Choice{};
}

/// Returns the size, or an invalid one if the layout is invalid.
constexpr std::int64_t if_layout(int layout, std::int64_t size) noexcept {
    return layout == kColMajor || layout == kRowMajor ? size : -1;
}

}  // namespace hg::dropin
