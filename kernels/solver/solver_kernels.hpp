#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/solver/cg_blocking.hpp"
#include <hg/runtime/program/instruction.hpp>

/// Instructions of iterative solvers beside products: what preconditioners and exchanges between devices
/// need, and the updates of the method of conjugate gradients, which read each vector once. All are made for
/// f32, f64, c32 and c64; vectors are registers of one column unless it says otherwise. Equal arguments give
/// the same object. Thread-safe. Throws Error{invalid_argument} for arguments out of range.
namespace hg::kernels {

/// y(i, c) := x(index(i), c). Operands: index (i32, one column), x, y. y has a row for each index, and the
/// columns of x. Named "gather_f64".
InstructionPtr gather(ElementType type);

/// z := D r, D being a diagonal matrix. Operands: d, its elements; r; z, of one length. Named
/// "diagonal_product_f64".
InstructionPtr diagonal_product(ElementType type);

/// z := B r, B being block diagonal. Operands: blocks, of `block` rows and n columns: columns k block, k
/// block + 1, ... hold block k, of which rows and columns beyond n do not count; r and z, of n elements.
/// block: 1 to 32. Named "block_diagonal_product_f64_b8".
InstructionPtr block_diagonal_product(ElementType type, int block);

/// B := B^-1, B being block diagonal as that of block_diagonal_product(): by Gauss and Jordan with pivots
/// from the rows of a block. The inverse of a singular block is that of its diagonal, with 1 for elements
/// that are 0. Operand: blocks, of `block` rows. block: 1 to 32. Named "block_inverses_f64_b8".
InstructionPtr block_inverses(ElementType type, int block);

/// A step of a polynomial in D A on r, D being a diagonal matrix and w = A z.
///
///     next := of_z z + D (of_r r + of_w w)
///     next := of_z z + D (of_r r + of_w w) + of_next next    with `previous`: next holds what z was before
///
/// Operands: d, the elements of D; r, w, z, next, of one length. Scalars, real: of_z, of_r, of_w; of_next
/// with `previous`. Named "chebyshev_step_f64", "chebyshev_step_f64_previous".
InstructionPtr chebyshev_step(ElementType type, bool previous);

/// x += a p; r -= a q; with `diagonal` also z := D r; and sums of the new r, a row for each of cg_groups()
/// work-groups.
///
///     a = rz / pq, two registers of 1x1; if rz is 0, a is 0
///     sums(g, 0)   part of r^H r
///     sums(g, 1)   part of r^H z, with `diagonal`
///
/// solver_totals() adds up the columns of sums. Operands: rz, pq, p, q, x, r; d and z with `diagonal`; sums.
/// Named "cg_update_f64_v2_i256_g1024", "cg_update_f64_d_v2_i256_g1024" with `diagonal`.
InstructionPtr cg_update(ElementType type, bool diagonal, const CgBlocking& blocking);

/// What work-groups, or devices, left of sums: first := the sum of a column, second := that of the next one.
/// Operands: sums, of as many columns as there are totals, and a number for each. totals: 1 or 2. Named
/// "solver_totals_f64_t2".
InstructionPtr solver_totals(ElementType type, int totals);

/// p := z + b p, b = rz / old_rz; if rz is 0, p := z. Operands: rz, old_rz (1x1), z, p. Named
/// "cg_direction_f64_v2_i256_g1024".
InstructionPtr cg_direction(ElementType type, const CgBlocking& blocking);

/// p := r + beta (p - omega v). Operands: beta, omega (1x1), r, v, p. Named "bicgstab_direction_f64".
InstructionPtr bicgstab_direction(ElementType type);

/// x := x + alpha p + omega s. Operands: alpha, omega (1x1), p, s, x. Named "bicgstab_solution_f64".
InstructionPtr bicgstab_solution(ElementType type);

/// The instruction of this name, of solver_numbers.hpp too; null if there is none.
InstructionPtr find_solver_kernel(std::string_view name);
/// The names of all, with default blocking.
std::vector<std::string> solver_kernel_names();

}  // namespace hg::kernels
