#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Solves A X = B for a symmetric indefinite matrix, with operands in host memory: sytrf(), then sytrs(). It
/// takes n^3 / 3 + 2 n^2 nrhs flops, or four times as many for complex elements.
///
/// @param layout Layout::col_major or Layout::row_major, for both matrices.
/// @param uplo   the triangle of A that is stored. The other triangle is neither read nor written.
/// @param n      order of A, >= 0.
/// @param nrhs   columns of B, >= 0.
/// @param A      n x n elements; the factors overwrite the triangle.
/// @param lda    leading dimension of A: elements between its columns (col_major) or rows (row_major), at
///               least
///               max(1, n).
/// @param ipiv   n elements, as in sytrf().
/// @param B      n x nrhs elements; overwritten by X. Must not overlap A. If info > 0, B is
///               unchanged.
/// @param ldb    the same for B, at least max(1, n) (col_major) or max(1, nrhs) (row_major).
/// @return       info as in sytrf(). If i > 0, nothing was solved.
///
/// A row-major call works on column-major copies of the triangle and of B. If it throws, both are unchanged.
///
/// Throws as sytrf() and sytrs() do. Thread-safe, even on the same session (see also sysv_async()). Source:
/// LAPACK routine SYSV.
template <Element T>
std::int64_t sysv(Session& session, Layout layout, Uplo uplo, std::int64_t n, std::int64_t nrhs, T* A,
                  std::int64_t lda, std::int64_t* ipiv, T* B, std::int64_t ldb);

/// Solves A X = B for a hermitian indefinite matrix: hetrf(), then hetrs(). Otherwise as sysv(). Source:
/// LAPACK routine HESV.
template <ComplexElement T>
std::int64_t hesv(Session& session, Layout layout, Uplo uplo, std::int64_t n, std::int64_t nrhs, T* A,
                  std::int64_t lda, std::int64_t* ipiv, T* B, std::int64_t ldb);

}  // namespace hg

// Declares the LAPACK names and the overloads for the process-wide session.
#include <hg/forms/lapack/sysv.hpp>
