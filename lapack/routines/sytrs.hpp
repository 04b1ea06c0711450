#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Solves A X = B with the factors that sytrf() has made of a symmetric A. X overwrites B. It takes 2 n^2
/// nrhs flops, of complex elements 8 n^2 nrhs.
///
/// @param layout Layout::col_major or Layout::row_major, for both matrices.
/// @param uplo   the triangle that was factored.
/// @param n      order of A, >= 0.
/// @param nrhs   columns of B, >= 0.
/// @param A      the factors, n x n. They are copied: LAPACK stores each column of L with the rows in the
///               order of its own step, and triangular solves need one order.
/// @param lda    elements between columns (col_major) or rows (row_major) of A, at least max(1, n).
/// @param ipiv   as sytrf() has left it.
/// @param B      n x nrhs. It must not overlap A.
/// @param ldb    elements between columns (col_major) or rows (row_major) of B, at least max(1, n) or
///               max(1, nrhs).
///
/// D is not looked at: if sytrf() has returned info > 0, the results are Inf and NaN.
///
/// Errors: Error{invalid_argument} holds the number and the name of the wrong argument, among them
/// interchanges that no sytrf() makes; it is thrown before anything is touched. Error{out_of_memory} before
/// anything is touched. What devices do not do of the triangular solves, the CPU's BLAS does.
///
/// A row-major call works on column-major copies of the triangle and of B, as getrf() does. If it throws,
/// B is unchanged.
///
/// Thread-safe, also on one session and with the same A (see sytrs_async() too). Source: LAPACK routine
/// SYTRS.
template <Element T>
void sytrs(Session& session, Layout layout, Uplo uplo, std::int64_t n, std::int64_t nrhs, const T* A,
           std::int64_t lda, const std::int64_t* ipiv, T* B, std::int64_t ldb);

/// Solves A X = B with the factors that hetrf() has made of a hermitian A. All else is as sytrs() has it.
/// Source: LAPACK routine HETRS.
template <ComplexElement T>
void hetrs(Session& session, Layout layout, Uplo uplo, std::int64_t n, std::int64_t nrhs, const T* A,
           std::int64_t lda, const std::int64_t* ipiv, T* B, std::int64_t ldb);

}  // namespace hg

// The names of LAPACK and the forms on the process-wide session.
#include <hg/forms/lapack/sytrs.hpp>
