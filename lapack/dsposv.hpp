#pragma once

#include <complex>
#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Solves A X = B for a symmetric positive definite matrix in double precision, with operands in host memory.
/// Computes the Cholesky factor of A in single precision and refines the solution. If the refinement does not
/// converge, factors A in double precision.
///
/// @param layout Layout::col_major or Layout::row_major, for all matrices.
/// @param uplo   the triangle of A that is stored. The other triangle is neither read nor written.
/// @param n      order of A, >= 0.
/// @param nrhs   columns of B and X, >= 0.
/// @param A      n x n elements, lda >= max(1, n). If iter >= 0, A is unchanged; otherwise its factor
///               overwrites the triangle.
/// @param B      n x nrhs elements, ldb >= max(1, n) (col_major) or max(1, nrhs) (row_major); only read.
/// @param X      n x nrhs elements, ldx as ldb: the solution. Must not overlap B.
/// @param iter   >= 0: the number of refinement steps. < 0: the reason why double precision was needed:
///               -1   no memory or no device was available for single precision;
///               -2   an element overflows single precision;
///               -3   A rounded to single precision is not positive definite;
///               -31  no convergence in 30 steps, or Inf or NaN that neither A nor B contains.
/// @return       info as in potrf(), of the double-precision factorization. If i > 0, A is not positive
///               definite, nothing was solved, and X holds no solution.
///
/// The refinement has converged if no column of the residual has |B - A X| > |X| |A| eps sqrt(n) in the
/// infinity norm, as in LAPACK. NaN in B does not keep the refinement going; with NaN in A, A is not positive
/// definite. Steps differ from LAPACK's only by rounding. If single precision produces Inf or NaN that
/// neither A nor B contains, the solution is the double-precision one, as in dsgesv().
///
/// A row-major call uses A in place, as potrf() does, and column-major copies of B and X, as potrs() does.
///
/// The call takes n^3 / 3 flops in single precision, plus 2 n^2 nrhs in each precision for each step. It
/// needs host memory for n (n + nrhs) floats and n nrhs doubles. Throws as posv() does. Thread-safe, even on
/// the same session. Source: LAPACK routine DSPOSV.
std::int64_t dsposv(Session& session, Layout layout, Uplo uplo, std::int64_t n, std::int64_t nrhs, double* A,
                    std::int64_t lda, const double* B, std::int64_t ldb, double* X, std::int64_t ldx,
                    std::int64_t* iter);

/// The same for complex elements: dsposv() with single-precision complex factors. Source: LAPACK routine
/// ZCPOSV.
std::int64_t zcposv(Session& session, Layout layout, Uplo uplo, std::int64_t n, std::int64_t nrhs,
                    std::complex<double>* A, std::int64_t lda, const std::complex<double>* B,
                    std::int64_t ldb, std::complex<double>* X, std::int64_t ldx, std::int64_t* iter);

}  // namespace hg

// Declares the LAPACK names and the overloads for the process-wide session.
#include <hg/forms/lapack/dsposv.hpp>
