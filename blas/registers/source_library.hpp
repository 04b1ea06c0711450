#pragma once

#include <hg/kernels/database.hpp>
#include <hg/runtime/program/source.hpp>

namespace hg {

/// Returns the library that hg provides to programs in the language of docs/reference/program-text.md: every
/// instruction that kernels::find() knows, and the BLAS routines on registers that the headers of this folder
/// declare. Their names begin with `hg.`, for example
///
///     hg.gemm(op, op, alpha, A, B, beta, C)     hg.gemv(op, alpha, A, x, beta, y)     hg.dot(x, y, r)
///
/// docs/reference/instructions.md lists all of them with their formulas and element types.
///
/// op is N, T or C (none, trans, conj_trans), side L or R (left, right), uplo L or U (lower, upper), diag N
/// or U (non_unit, unit). alpha, beta, c and s are numbers or scalars of the program; for routines on
/// vectors, they may also be 1 x 1 registers.
///
/// The library's `read` and `host` are empty: set them if sources may name files. `database` chooses the
/// kernels and must outlive the library. Wrong arguments throw Error{invalid_argument} with their position.
SourceLibrary source_library(const kernels::Database& database = kernels::Database::shipped());

}  // namespace hg
