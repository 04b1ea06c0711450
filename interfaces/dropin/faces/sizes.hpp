#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>

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

constexpr bool fit(std::initializer_list<std::int64_t> sizes) noexcept {
    return std::max(sizes) <= std::numeric_limits<int>::max();
}

}  // namespace hg::dropin
