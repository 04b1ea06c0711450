#pragma once

#include <complex>
#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Solves A X = B for a symmetric positive definite matrix in double precision, from and to host memory: factors A in
/// single precision by Cholesky's method and refines the solution. If that does not converge, it factors A in
/// double precision.
///
/// @param uplo the triangle of A that is stored; the other one is neither read nor written.
/// @param n    order of A, >= 0.
/// @param nrhs columns of B and X, >= 0.
/// @param A    n x n elements, column-major, lda >= max(1, n). If iter >= 0, A is as it was, else the triangle
///             is overwritten by its factor.
/// @param B    n x nrhs elements, ldb >= max(1, n); only read.
/// @param X    n x nrhs elements, ldx >= max(1, n); the solution. Must not overlap B.
/// @param iter >= 0: the steps of refinement taken. < 0: why double precision was needed:
///             -1   there was no memory or no device for single precision;
///             -2   an element overflows single precision;
///             -3   A is not positive definite when it is rounded to single precision;
///             -31  no convergence in 30 steps, or Inf or NaN that neither A nor B has.
/// @return     info as in potrf(), of double precision. If i > 0, A is not positive definite and nothing was
///             solved; X holds no solution then.
///
/// Converged means: no column of the residual has |B - A X| > |X| |A| eps sqrt(n) in the largest norm, as in
/// LAPACK. NaN in B is no reason to go on; NaN in A makes A not positive definite. Steps differ from LAPACK's by
/// rounding alone. If single precision makes Inf or NaN that neither A nor B has, the solution is that of double
/// precision, as in dsgesv().
///
/// It takes n^3 / 3 flops in single precision, and 2 n^2 nrhs in each precision for each step. It takes host memory
/// for n (n + nrhs) floats and n nrhs doubles. Throws as posv() does. Thread-safe, also on one session. Source:
/// LAPACK routine DSPOSV.
std::int64_t dsposv(Session& session, Uplo uplo, std::int64_t n, std::int64_t nrhs, double* A,
                    std::int64_t lda, const double* B, std::int64_t ldb, double* X, std::int64_t ldx,
                    std::int64_t* iter);

/// The same for complex elements: dsposv() with single precision complex factors. Source: LAPACK routine ZCPOSV.
std::int64_t zcposv(Session& session, Uplo uplo, std::int64_t n, std::int64_t nrhs, std::complex<double>* A,
                    std::int64_t lda, const std::complex<double>* B, std::int64_t ldb,
                    std::complex<double>* X, std::int64_t ldx, std::int64_t* iter);

}  // namespace hg

// The names of LAPACK and the forms on the process-wide session.
#include <hg/forms/lapack/dsposv.hpp>
