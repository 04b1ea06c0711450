#pragma once

#include <cstdint>

namespace hg {

class Session;

/// Solves A X = B in double precision by factoring A in single precision and refining the solution; where
/// that does not converge, by factoring A in double precision.
///
/// @param n    order of A, >= 0.
/// @param nrhs columns of B and X, >= 0.
/// @param A    n x n elements, column-major, lda >= max(1, n); as it was where iter >= 0, else its factors.
/// @param ipiv n elements: the interchanges of the factorization that was used.
/// @param B    n x nrhs elements, ldb >= max(1, n); only read.
/// @param X    n x nrhs elements, ldx >= max(1, n); the solution. Must not overlap B.
/// @param iter steps of refinement taken, or why double precision had to serve: -1 single precision lacked
///             memory or a device, -2 an entry overflows single precision, -3 the single precision
///             factorization met a zero pivot, -31 no convergence in 30 steps, or NaN that neither A nor B
///             has.
/// @return     info as in getrf().
///
/// Converged means that no column has |B - A X| > |X| |A| eps sqrt(n) in the largest norm, as in LAPACK: NaN
/// of A or B is no reason to go on. Steps differ from LAPACK's by rounding alone. One difference is meant: if
/// A and B have no NaN, yet single precision makes some by underflow or growth, LAPACK returns it as the
/// solution with iter >= 0; this returns what double precision gives, and iter -31 or -3. Takes host memory
/// for n (n + nrhs) floats and n nrhs doubles. Throws as gesv() does. Thread-safe. Source: LAPACK routine
/// DSGESV.
std::int64_t dsgesv(Session& session, std::int64_t n, std::int64_t nrhs, double* A, std::int64_t lda,
                    std::int64_t* ipiv, const double* B, std::int64_t ldb, double* X, std::int64_t ldx,
                    std::int64_t* iter);

/// The same on the process-wide session.
std::int64_t dsgesv(std::int64_t n, std::int64_t nrhs, double* A, std::int64_t lda, std::int64_t* ipiv,
                    const double* B, std::int64_t ldb, double* X, std::int64_t ldx, std::int64_t* iter);

}  // namespace hg
