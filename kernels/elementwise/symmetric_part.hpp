#pragma once

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// target := a rectangle of a symmetric matrix of which one triangle is stored. The rectangle's element
/// (row, col) is the first one on the matrix's diagonal.
///
/// Operands, all but the target read:
///   - square: its diagonal is the matrix's. One triangle of it is read; the other may hold anything.
///   - before, after: what lies in front of the square and behind it, as it is stored. If the rectangle has its
///     mirror image, it is given transposed.
///   - target: the rectangle.
/// What does not exist may be any register. If the diagonal does not reach the rectangle, all of it is
/// `before`, and row is the number of its rows (above the diagonal) or col that of its columns (below it).
///
/// Scalars: row, col, and upper: 1 if the upper triangle is stored. Named "symmetric_part_<type>".
InstructionPtr symmetric_part(ElementType type);

}  // namespace hg::kernels
