#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/program/base/instruction_parts.hpp"

namespace hg::kernels {

/// The elements of a register.
constexpr std::int64_t length(const Register& r) noexcept {
    return r.rows * r.cols;
}

/// True if its first `count` elements are neighbours in memory.
constexpr bool has_elements_in_a_row(const Register& r, std::int64_t count) noexcept {
    return r.cols == 1 || r.rows == r.ld ? length(r) >= count : r.rows >= count;
}

/// True if a register is a vector: a column or a row.
constexpr bool is_vector(const Register& r) noexcept {
    return r.rows == 1 || r.cols == 1;
}

/// Throws Error{invalid_argument} for a type that is not a real one.
inline void require_real(ElementType type, std::string_view instruction) {
    if (!is_real(type))
        throw Error(ErrorCode::invalid_argument, std::string(instruction) + ": supports f32 and f64 only");
}

constexpr std::size_t round_up(std::int64_t value, std::int64_t multiple) {
    return static_cast<std::size_t>((value + multiple - 1) / multiple * multiple);
}

/// A work-item or more for each element, in work-groups of one size for all shapes: drivers that choose it
/// themselves may compile a kernel again for each shape, and keep what they compiled.
inline Geometry an_item_an_element(const Register& r) {
    constexpr std::int64_t kRows = 64;
    constexpr std::int64_t kCols = 4;
    return {{round_up(r.rows, kRows), round_up(r.cols, kCols), 1}, {kRows, kCols, 1}, true};
}

}  // namespace hg::kernels
