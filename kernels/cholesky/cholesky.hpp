#pragma once

#include <cstdint>

#include <hg/runtime/program/instruction.hpp>

/// Instructions of a Cholesky factorization A = L L^H, of f32, f64, c32 or c64, on one triangle: what lies
/// above the diagonal is neither read nor written, and imaginary parts on the diagonal are not read. `info`
/// (i32, 1 x 1) is 0, or the order of the leading minor that is not positive definite: then nothing is done.
/// So a program, which is static, leaves what comes after a failure as it is.
namespace hg::kernels {

/// The largest triangle of cholesky_diagonal() and cholesky_solve(): what a compute unit has registers for.
constexpr std::int64_t largest_cholesky(ElementType type) noexcept {
    return type == ElementType::c64 ? 64 : 128;
}

/// A = L L^H, in one work-group. Operands A (read and written, n x n, n <= largest_cholesky()) and info (read
/// and written); scalar `first` (i32): the matrix's column that A begins with, from 0. If the pivot of column
/// j is not positive, or NaN, info is first + j + 1; A(j, j) becomes the pivot; columns before j are those of
/// L, and all else is as it was. Named "cholesky_diagonal_<type>".
InstructionPtr cholesky_diagonal(ElementType type);

/// A := A inv(L)^H by substitution, eight work-items a row. Operands info (read), L (read, k x k, lower
/// triangular, k <= largest_cholesky()) and A (read and written, m x k). Named "cholesky_solve_<type>".
InstructionPtr cholesky_solve(ElementType type);

/// If info is not 0: T := I, X := 0, trusted := 2. With T, X and trusted of an inverted triangle
/// (triangle.hpp) solves then leave right-hand sides as they are. Operands info (read), T, X (both n x n) and
/// trusted (i32, 2 x 1), which are read and written. Named "cholesky_skip_<type>".
InstructionPtr cholesky_skip(ElementType type);

}  // namespace hg::kernels
