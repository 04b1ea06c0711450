#pragma once

#include "kernels/lu/unit_lower.hpp"
#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// B := inv(L) B by substitution in one launch of low latency, for the inside of panels. Operands: L (read,
/// k x k, unit lower triangular, k <= kLargestLowerUnit; the diagonal and the upper triangle are not read)
/// and B (read and written, k x n). Named "solve_lower_unit_<type>".
InstructionPtr solve_lower_unit(ElementType type);

/// A := A inv(U) by substitution, one work-item per row. Operands: U (read, k x k, upper
/// triangular, k <= 64 for f64 and c32, 128 for f32, 32 for c64; it is not read below the diagonal) and A
/// (read and written, m x k). Named "solve_right_upper_<type>".
InstructionPtr solve_right_upper(ElementType type);

/// A = L U without pivoting, in one work-group. Operand A (read and written, n x n, with n of at most what k
/// is above). What is below a pivot of zero stays as it is. Named "lu_diagonal_<type>".
InstructionPtr lu_diagonal(ElementType type);

}  // namespace hg::kernels
