#pragma once

#include <complex>
#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Solves A X = B in double precision, with operands in host memory. Factors A in single precision and
/// refines the solution. If the refinement does not converge, factors A in double precision.
///
/// @param layout Layout::col_major or Layout::row_major, for all matrices.
/// @param n      order of A, >= 0.
/// @param nrhs   columns of B and X, >= 0.
/// @param A      n x n elements, lda >= max(1, n). If iter >= 0, A is unchanged; otherwise it holds its
///               factors.
/// @param ipiv   n elements: the row interchanges of the factorization that was used.
/// @param B      n x nrhs elements, ldb >= max(1, n) (col_major) or max(1, nrhs) (row_major); only read.
/// @param X      n x nrhs elements, ldx as ldb: the solution. Must not overlap B.
/// @param iter   >= 0: the number of refinement steps. < 0: the reason why double precision was needed:
///               -1   no memory or no device was available for single precision;
///               -2   an element overflows single precision;
///               -3   the single-precision factorization met a zero pivot;
///               -31  no convergence in 30 steps, or Inf or NaN that neither A nor B contains.
/// @return       info as in getrf().
///
/// The refinement has converged if no column of the residual has |B - A X| > |X| |A| eps sqrt(n) in the
/// infinity norm, as in LAPACK. NaN in A or B does not keep the refinement going. Steps differ from LAPACK's
/// only by rounding.
///
/// There is one intended difference. A and B may be finite while single precision produces Inf or NaN by
/// underflow or growth. LAPACK may then return Inf and NaN as the solution with iter >= 0. This function
/// returns the double-precision solution, with iter -31 or -3.
///
/// A row-major call works on column-major copies of A, B and X, as getrf() does.
///
/// The call needs host memory for n (n + nrhs) floats and n nrhs doubles. Throws as gesv() does. Thread-safe,
/// even on the same session. Source: LAPACK routine DSGESV.
std::int64_t dsgesv(Session& session, Layout layout, std::int64_t n, std::int64_t nrhs, double* A,
                    std::int64_t lda, std::int64_t* ipiv, const double* B, std::int64_t ldb, double* X,
                    std::int64_t ldx, std::int64_t* iter);

/// The same for complex elements: dsgesv() with single-precision complex factors. Source: LAPACK routine
/// ZCGESV.
std::int64_t zcgesv(Session& session, Layout layout, std::int64_t n, std::int64_t nrhs,
                    std::complex<double>* A, std::int64_t lda, std::int64_t* ipiv,
                    const std::complex<double>* B, std::int64_t ldb, std::complex<double>* X,
                    std::int64_t ldx, std::int64_t* iter);

}  // namespace hg

// Declares the LAPACK names and the overloads for the process-wide session.
#include <hg/forms/lapack/dsgesv.hpp>
