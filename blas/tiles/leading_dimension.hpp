#pragma once

#include <cstdint>

#include <hg/runtime/program/element.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// Returns the smallest leading dimension for `rows` rows with which windows may begin in any column.
constexpr std::int64_t least_window_ld(std::int64_t rows, ElementType type) noexcept {
    const std::int64_t step = kWindowAlignment / size_of(type);
    return (rows + step - 1) / step * step;
}

/// Returns a leading dimension with which windows may begin in any column, columns begin at multiples of 512
/// bytes, and not all columns begin on the same memory channel.
constexpr std::int64_t staggered_window_ld(std::int64_t rows, ElementType type) noexcept {
    const std::int64_t step = 512 / size_of(type);
    const std::int64_t ld = (rows + step - 1) / step * step;
    return ld % (16 * step) == 0 ? ld + step : ld;
}

}  // namespace hg
