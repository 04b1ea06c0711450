#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// The instructions of an emulated product, C := alpha op(A) op(B) + beta C by exact products of integers (scheme II of
/// Ozaki, Uchino and Imamura, 2025). Each makes its part for `moduli` moduli, kLeastModuli to kMostModuli. A line is a
/// row of op(A) or a column of op(B). An operand or a product is refused if an element of `refused`, i32, is not 0: then
/// nothing is computed, but that C becomes zeros if it is not read.

/// exponents := by which powers of two the lines of X are multiplied before they are rounded to integers. Operands X
/// (read), exponents (written: lines x 1, i32), refused (read and written; 1 if an element of X is not finite). Scalar
/// norm, f64: the binary logarithm that the 2-norms of lines may have, scaled_norm() or less.
InstructionPtr emulated_exponents(ElementType type, bool lines_are_rows);

/// Residues of the rounded lines. Operands X, exponents, refused (read), residues (written): i32, of which each holds
/// four residues; ceil(k / 4) x (lines moduli), line i modulo the l-th in column i + l lines.
InstructionPtr emulated_residues(ElementType type, bool lines_are_rows, int moduli);

/// Their products. Operands A, B, A_refused, B_refused (read), U, refused (written): residues of op(A) and op(B), of one
/// number of rows, for k of at most kDeepestEmulated; those of the product, ceil(m / 4) x (n moduli) of i32; and whether
/// A or B is refused.
InstructionPtr emulated_product(int moduli);

/// C := alpha x + beta C, x being the product. Operands U, rows, cols (the exponents of both), refused (read) and C.
/// Scalars alpha and beta. With `overwrite`, C is not read.
InstructionPtr emulated_sum(ElementType type, int moduli, bool overwrite);

/// The instruction of this name; null if there is none.
InstructionPtr find_emulated(std::string_view name);
/// Those that products as accurate as native ones take.
std::vector<std::string> emulated_names();

}  // namespace hg::kernels
