#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Solves A X = B with the factors of sytrf(), with operands in host memory. It takes 2 n^2 nrhs flops, or 8
/// n^2 nrhs for complex elements.
///
/// @param layout Layout::col_major or Layout::row_major, for both matrices.
/// @param uplo   the triangle that holds the factors, as in sytrf().
/// @param n      order of A, >= 0.
/// @param nrhs   columns of B, >= 0.
/// @param A      n x n elements, as returned by sytrf(). The call copies the factors, because
///               LAPACK stores each column of L with its rows in the order of that step, and triangular
///               solves need one order for all columns.
/// @param lda    leading dimension of A: elements between its columns (col_major) or rows (row_major), at
///               least
///               max(1, n).
/// @param ipiv   n elements as returned by sytrf().
/// @param B      n x nrhs elements; overwritten by X. Must not overlap A.
/// @param ldb    the same for B, at least max(1, n) (col_major) or max(1, nrhs) (row_major).
///
/// hg does not check D: if sytrf() returned info > 0, the results are Inf and NaN.
///
/// Errors: throws Error{invalid_argument}, with the number (as in LAPACK) and the name of the wrong argument,
/// before anything is touched; this includes an ipiv that sytrf() cannot return. Throws Error{out_of_memory}
/// before anything is touched. If devices fail in the triangular solves, the CPU BLAS completes them.
///
/// A row-major call works on column-major copies of both matrices. If it throws, B is unchanged.
///
/// Thread-safe, even on the same session and with the same A (see also sytrs_async()). Source: LAPACK routine
/// SYTRS.
template <Element T>
void sytrs(Session& session, Layout layout, Uplo uplo, std::int64_t n, std::int64_t nrhs, const T* A,
           std::int64_t lda, const std::int64_t* ipiv, T* B, std::int64_t ldb);

/// Solves A X = B with the factors of hetrf(), for a hermitian A. Otherwise as sytrs(). Source: LAPACK
/// routine HETRS.
template <ComplexElement T>
void hetrs(Session& session, Layout layout, Uplo uplo, std::int64_t n, std::int64_t nrhs, const T* A,
           std::int64_t lda, const std::int64_t* ipiv, T* B, std::int64_t ldb);

}  // namespace hg

// Declares the LAPACK names and the overloads for the process-wide session.
#include <hg/forms/lapack/sytrs.hpp>
