#pragma once

#include "blas/types.hpp"
#include "kernels/database.hpp"
#include "runtime/program/builder.hpp"

namespace hg {

/// A triangle of a device's memory and its inverse, for solves by products.
struct InvertedTriangle {
    Uplo uplo = Uplo::lower;
    Diag diag = Diag::non_unit;
    RegisterId triangle{};  ///< n x n; the other triangle may hold anything
    RegisterId inverse{};   ///< n x n, zeros in the other triangle
    RegisterId
        trusted{};  ///< 1 x 1, i32: 1 where solves may use the inverse, 0 where substitution must serve
};

/// Appends the inversion of the triangle of A, a square register or window.
InvertedTriangle invert(ProgramBuilder& builder, Uplo uplo, Diag diag, RegisterId A);

/// Appends B := op(A)^-1 B (Side::left) or B := B op(A)^-1 (Side::right): by a product with the inverse where
/// it can be trusted, by substitution where not. With `refine`, one step of iterative refinement follows the
/// product: B is then as good as by substitution for all but the worst triangles.
void solve(ProgramBuilder& builder, Side side, Op op, const InvertedTriangle& A, RegisterId B, bool refine,
           const kernels::Database& database);

}  // namespace hg
