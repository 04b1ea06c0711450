#pragma once

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// target := a rectangle of a symmetric matrix of which one triangle is stored. The rectangle's element
/// (row, col) is the first one on the matrix's diagonal.
///
/// Operands, all but the target read:
///   - square: its diagonal is the matrix's. One triangle of it is read; the other may hold anything.
///   - before, after: what lies in front of the square and behind it, as it is stored. If the rectangle has
///     its mirror image, it is given transposed.
///   - target: the rectangle.
/// What does not exist may be any register. If the diagonal does not reach the rectangle, all of it is
/// `before`, and row is the number of its rows (above the diagonal) or col that of its columns (below it).
///
/// Scalars: row, col, and upper: 1 if the upper triangle is stored. Named "symmetric_part_<type>". Types are
/// f32, f64, c32 and c64.
InstructionPtr symmetric_part(ElementType type);

/// The same of a hermitian matrix: elements of the mirror image are conjugates, and imaginary parts on the
/// diagonal are not read. Named "hermitian_part_<type>". Types are c32 and c64.
InstructionPtr hermitian_part(ElementType type);

/// That of the two which leaves a matrix of real numbers symmetric and a matrix of complex numbers hermitian.
InstructionPtr self_adjoint_part(ElementType type);

}  // namespace hg::kernels
