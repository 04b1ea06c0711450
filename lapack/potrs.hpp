#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Solves A X = B with the factor of potrf(), with operands in host memory. It takes 2 n^2 nrhs flops, or 8
/// n^2 nrhs for complex elements.
///
/// @param layout Layout::col_major or Layout::row_major, for both matrices.
/// @param uplo   the triangle that holds the factor, as in potrf().
/// @param n      order of A, >= 0.
/// @param nrhs   columns of B, >= 0.
/// @param A      n x n elements as returned by potrf(), lda >= max(1, n). The triangle is only read.
/// @param B      n x nrhs elements, ldb >= max(1, n) (col_major) or max(1, nrhs) (row_major); overwritten by
///               X.
///
/// A row-major call uses A in place and a column-major copy of B in host memory, as getrf() copies A. If it
/// throws, B is unchanged.
///
/// Errors are those of getrs(). Thread-safe, even on the same session. Source: LAPACK routine POTRS.
template <Element T>
void potrs(Session& session, Layout layout, Uplo uplo, std::int64_t n, std::int64_t nrhs, const T* A,
           std::int64_t lda, T* B, std::int64_t ldb);

}  // namespace hg

// Declares the LAPACK names and the overloads for the process-wide session.
#include <hg/forms/lapack/potrs.hpp>
