#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Solves op(A) X = B for a matrix that need not be square, with operands in host memory. op(A) must have
/// full rank. Let M = op(A):
///
///     more rows than columns    X minimizes |B - M X| for each column: least squares
///     fewer rows than columns   M X = B, and no other solution has a smaller |X| for each column
///
/// If m >= n, the call factors A = Q R with geqrf(). If m < n, it factors A = L Q, which is the factorization
/// of A^T (of A^H for complex elements). Then it calls ormqr() or unmqr(), and trsm(). It takes the flops of
/// these three steps.
///
/// @param layout Layout::col_major or Layout::row_major, for both matrices.
/// @param op     A or A^T for real elements, A or A^H for complex ones. For complex elements Op::trans is
///               rejected, as in LAPACK.
/// @param m, n   rows and columns of A, >= 0.
/// @param nrhs   columns of B, >= 0.
/// @param A      m x n elements, lda >= max(1, m) (col_major) or max(1, n) (row_major). Overwritten by its
///               factors: those of geqrf() if m >= n, otherwise those of LAPACK's GELQF.
/// @param B      max(m, n) x nrhs elements, ldb >= max(1, m, n) (col_major) or max(1, nrhs) (row_major). On
///               entry, the first rows, as many as op(A) has, are the right-hand sides. On return, the first
///               rows, as many as op(A) has columns, are X. For least squares, the squared magnitudes of the
///               elements below X in a column add up to |B - M X|^2 for that column.
/// @return       info: 0, or i > 0 if element (i, i) of the triangular factor is exactly zero: A does not
///               have full rank, and nothing was solved.
///
/// If min(m, n) = 0, or if all elements of A are zero, X := 0. If the largest element of A or of B is so
/// small or so large that arithmetic may fail, the matrix is scaled first, as in LAPACK. The factors are then
/// those of the scaled A, and the elements below X belong to the scaled B. X is not scaled. NaN and Inf
/// propagate as in arithmetic.
///
/// A row-major call works on column-major copies of A and B in host memory, as getrf() does. If it throws,
/// both are unchanged.
///
/// Throws as geqrf(), ormqr() and trsm() do. Once A is factored, the solve with its factors completes,
/// if necessary on the CPU. If m < n, the call needs memory for a second matrix like A. Thread-safe, even on
/// the same session. Source: LAPACK routine GELS.
template <Element T>
std::int64_t gels(Session& session, Layout layout, Op op, std::int64_t m, std::int64_t n, std::int64_t nrhs,
                  T* A, std::int64_t lda, T* B, std::int64_t ldb);

}  // namespace hg

// Declares the LAPACK names and the overloads for the process-wide session.
#include <hg/forms/lapack/gels.hpp>
