#pragma once

#include <complex>
#include <cstdint>

namespace hg {

class Session;

/// Solves A X = B in double precision, from and to host memory: factors A in single precision and refines the
/// solution. If that does not converge, it factors A in double precision.
///
/// @param n    order of A, >= 0.
/// @param nrhs columns of B and X, >= 0.
/// @param A    n x n elements, column-major, lda >= max(1, n). If iter >= 0, A is as it was, else it holds
///             its factors.
/// @param ipiv n elements: the interchanges of the factorization that was used.
/// @param B    n x nrhs elements, ldb >= max(1, n); only read.
/// @param X    n x nrhs elements, ldx >= max(1, n); the solution. Must not overlap B.
/// @param iter >= 0: the steps of refinement taken. < 0: why double precision was needed:
///             -1   there was no memory or no device for single precision;
///             -2   an element overflows single precision;
///             -3   the single precision factorization met a zero pivot;
///             -31  no convergence in 30 steps, or Inf or NaN that neither A nor B has.
/// @return     info as in getrf().
///
/// Converged means: no column of the residual has |B - A X| > |X| |A| eps sqrt(n) in the largest norm, as in
/// LAPACK. NaN in A or B is no reason to go on. Steps differ from LAPACK's by rounding alone.
///
/// There is one intended difference. A and B may be finite, yet single precision makes Inf or NaN by underflow or
/// growth. LAPACK may then return them as the solution with iter >= 0. This function returns the solution of
/// double precision, with iter -31 or -3.
///
/// It takes host memory for n (n + nrhs) floats and n nrhs doubles. Throws as gesv() does. Thread-safe, also
/// on one session. Source: LAPACK routine DSGESV.
std::int64_t dsgesv(Session& session, std::int64_t n, std::int64_t nrhs, double* A, std::int64_t lda,
                    std::int64_t* ipiv, const double* B, std::int64_t ldb, double* X, std::int64_t ldx,
                    std::int64_t* iter);

/// The same for complex elements: dsgesv() with single precision complex factors. Source: LAPACK routine ZCGESV.
std::int64_t zcgesv(Session& session, std::int64_t n, std::int64_t nrhs, std::complex<double>* A,
                    std::int64_t lda, std::int64_t* ipiv, const std::complex<double>* B, std::int64_t ldb,
                    std::complex<double>* X, std::int64_t ldx, std::int64_t* iter);

}  // namespace hg

// The names of LAPACK and the forms on the process-wide session.
#include <hg/forms/lapack/dsgesv.hpp>
