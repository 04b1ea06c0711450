#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// The instructions of an emulated product, C := alpha op(A) op(B) + beta C by exact products of integers
/// (scheme II of Ozaki, Uchino and Imamura, 2025), but for emulated_product.hpp. Each makes its part for
/// `moduli` moduli, kLeastModuli to kMostModuli. A line is a row of op(A) or a column of op(B). An operand or
/// a product is refused if an element of `refused`, i32, is not 0: then nothing is computed, but that C
/// becomes zeros if it is not read. Registers of residues are those of residue_layout.hpp.

/// exponents := by which powers of two the lines of X are multiplied before they are rounded to integers.
/// Operands X (read), exponents (written: lines x 1, i32), refused (read and written; 1 if an element of X is
/// not finite). Scalar norm, f64: the binary logarithm that the 2-norms of lines may have, scaled_norm() or
/// less.
InstructionPtr emulated_exponents(ElementType type, bool lines_are_rows);

/// Residues of the rounded lines. Operands X, exponents, refused (read), residues (written). Complex lines
/// have those of real_products() real ones, one behind the other in rows of the register; a scalar
/// conjugated, i32, says whether X is conjugated.
InstructionPtr emulated_residues(ElementType type, bool lines_are_rows, int moduli);

/// C := alpha x + beta C, x being the product. Operands U (with the residues of real_products() products,
/// likewise), rows, cols (the exponents of both), refused (read) and C. Scalars alpha, beta and triangle,
/// i32: with 1 or 2, only the lower or upper triangle of C changes. With `overwrite`, C is not read.
InstructionPtr emulated_sum(ElementType type, int moduli, bool overwrite);

/// refused := 2 if info is not 0: then neither the emulated product nor a native one in its place changes C.
/// Operands info (read) and refused (read and written), i32 of 1 x 1.
InstructionPtr emulated_skip();

/// The instruction of this name; null if there is none.
InstructionPtr find_emulated(std::string_view name);
/// Those that products within the bound of native ones take, on any device and on an A100 and an H200.
std::vector<std::string> emulated_names();

}  // namespace hg::kernels
