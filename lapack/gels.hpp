#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Solves op(A) X = B for a matrix that need not be square, from and to host memory. op(A) has full rank. With M for
/// op(A):
///
///     more rows than columns    X minimizes |B - M X| for each column: least squares
///     fewer rows than columns   M X = B, and no other solution has a smaller |X| for each column
///
/// It factors A = Q R by geqrf() if m >= n, and A = L Q if m < n, which is the factorization of A^T, of complex elements A^H;
/// then come ormqr() or unmqr(), and trsm(). It takes the flops of these three.
///
/// @param op   A or A^T; of complex elements A or A^H, Op::trans is refused, as LAPACK refuses it.
/// @param m, n rows and columns of A, >= 0.
/// @param nrhs columns of B, >= 0.
/// @param A    m x n elements, column-major, lda >= max(1, m); overwritten by its factors: those of geqrf() if m >= n,
///             else those of LAPACK's GELQF.
/// @param B    max(m, n) x nrhs elements, column-major, ldb >= max(1, m, n). The first rows of it, as many as op(A)
///             has, are the right-hand sides. The first rows, as many as op(A) has columns, are X afterwards. With
///             least squares the sum of the squares of the magnitudes of the elements below X is |B - M X|^2 for each column.
/// @return     info: 0, or i > 0 if element (i, i) of the triangular factor is exactly zero: A has not full rank, and
///             nothing was solved.
///
/// If min(m, n) = 0, or if A has nothing but zeros, X := 0. If the largest element of A or of B is so small or so large
/// that arithmetic may fail, the matrix is scaled first, as LAPACK does it. The factors are then those of the scaled
/// A, and what is below X is of the scaled B. X is not scaled. NaN and Inf spread as in arithmetic.
///
/// Throws as geqrf(), ormqr() and trsm() do. Once A is factored, the solve with its factors ends, if need be on the
/// CPU. A matrix with m < n needs the memory of a second one. Thread-safe, also on one session. Source: LAPACK routine
/// GELS.
template <Element T>
std::int64_t gels(Session& session, Op op, std::int64_t m, std::int64_t n, std::int64_t nrhs, T* A,
                  std::int64_t lda, T* B, std::int64_t ldb);

}  // namespace hg

// The names of LAPACK and the forms on the process-wide session.
#include <hg/forms/lapack/gels.hpp>
