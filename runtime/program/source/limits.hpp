#pragma once

#include <cstddef>
#include <cstdint>

namespace hg::source {

/// Bytes of a source.
inline constexpr std::size_t kMostSourceBytes = std::size_t{64} << 20;
/// Bytes of its syntax tree with the names.
inline constexpr std::size_t kMostTreeBytes = std::size_t{384} << 20;
/// Blocks in blocks and calls in calls; brackets, signs and `not` in an expression.
inline constexpr int kMostNesting = 200;
/// Names, numbers and operators of one expression.
inline constexpr std::size_t kMostExpressionParts = 1000;
/// Declarations of one kind: parameters, matrices, scalars, instructions, devices.
inline constexpr std::size_t kMostDeclarations = 10000;
}  // namespace hg::source
