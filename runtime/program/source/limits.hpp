#pragma once

#include <cstddef>
#include <cstdint>

namespace hg::source {

/// The maximum size of a source in bytes.
inline constexpr std::size_t kMostSourceBytes = std::size_t{64} << 20;
/// The maximum size of its syntax tree in bytes, including the names.
inline constexpr std::size_t kMostTreeBytes = std::size_t{384} << 20;
/// The maximum nesting of blocks and calls, and of brackets, signs and `not` in an expression.
inline constexpr int kMostNesting = 200;
/// The maximum number of names, numbers and operators in one expression.
inline constexpr std::size_t kMostExpressionParts = 1000;
/// The maximum number of declarations of one kind: parameters, matrices, scalars, instructions, devices.
inline constexpr std::size_t kMostDeclarations = 10000;
}  // namespace hg::source
