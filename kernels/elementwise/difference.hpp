#pragma once

#include <cstdint>

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// Compares two registers of one shape bit by bit, so that NaN equals itself and 0 is not -0. Operands:
///   - x, y: m x n, read; m n < 2^31.
///   - found: 2 x 1 of i32, read and written. The number of elements that differ is added to its first
///     element; its second becomes the least place i + j m of one of them if that is less.
/// Before the first comparison found holds 0 and kNoPlace. Named "difference_<type>".
/// Throws Error{invalid_argument} for complex types.
InstructionPtr difference(ElementType type);

inline constexpr std::int32_t kNoPlace = INT32_MAX;

}  // namespace hg::kernels
