#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "blas/call/letters.hpp"

namespace hg::dropin {

/// A size or a leading dimension as CBLAS and LAPACKE pass it, by value: a register or 8 bytes of the stack,
/// of which callers with integers of 32 bits set the lower half. All of it is handed on, so that a CPU BLAS
/// whose integers have 64 bits under names without suffix gets what its caller meant.
using Slot = std::int64_t;

constexpr std::int64_t at_least_1(std::int64_t size) noexcept {
    return std::max<std::int64_t>(1, size);
}

/// For a routine whose integers have 32 bits; what does not fit stays wrong, with its sign.
constexpr int narrow(std::int64_t size) noexcept {
    using Limits = std::numeric_limits<int>;
    return static_cast<int>(std::clamp<std::int64_t>(size, Limits::min(), Limits::max()));
}

/// A size that a caller with integers of type Int has passed by value.
template <class Int>
constexpr std::int64_t size(Slot slot) noexcept {
    return static_cast<Int>(slot);
}

/// A letter of a call, which is wrong if the layout is.
template <class Choice>
constexpr Choice if_layout(int layout, Choice choice) noexcept {
    return layout == kColMajor || layout == kRowMajor ? choice : Choice{};
}

/// A size of a call, which is wrong if the layout is.
constexpr std::int64_t if_layout(int layout, std::int64_t size) noexcept {
    return layout == kColMajor || layout == kRowMajor ? size : -1;
}

}  // namespace hg::dropin
