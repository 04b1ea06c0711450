#pragma once

#include <hg/kernels/database.hpp>
#include <hg/runtime/program/source.hpp>

namespace hg {

/// Returns what hg provides to programs in the language of docs/reference/program-text.md: every instruction
/// that kernels::find() knows, and these routines on registers, as the headers of this folder describe them:
///
///     hg.gemm(op, op, alpha, A, B, beta, C)           hg.trsm(side, uplo, op, diag, alpha, A, B)
///     hg.gemv(op, alpha, A, x, beta, y)               hg.symv(uplo, alpha, A, x, beta, y)
///     hg.trmv(uplo, op, diag, A, x)                   hg.trsv(uplo, op, diag, A, x)
///     hg.ger(alpha, x, y, A)                          hg.syr(uplo, alpha, x, A)
///     hg.syr2(uplo, alpha, x, y, A)                   hg.rot(x, y, c, s)
///     hg.copy(x, y)     hg.swap(x, y)                 hg.scal(alpha, x)     hg.axpy(alpha, x, y)
///     hg.dot(x, y, r)   hg.nrm2(x, r)                 hg.asum(x, r)         hg.iamax(x, r)
///
/// op is N, T or C (none, trans, conj_trans), side L or R (left, right), uplo L or U (lower, upper), diag N
/// or U (non_unit, unit). alpha, beta, c and s are numbers or scalars of the program; for routines on
/// vectors, they may also be 1 x 1 registers. trsm is B := alpha op(A)^-1 B or B := alpha B op(A)^-1, as
/// accurate as substitution.
///
/// `read` and `host` are left empty: set them if sources may name files. `database` chooses the kernels and
/// must outlive the library. Wrong arguments throw Error{invalid_argument} with their position.
SourceLibrary source_library(const kernels::Database& database = kernels::Database::shipped());

}  // namespace hg
