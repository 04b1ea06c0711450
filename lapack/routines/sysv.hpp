#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Solves A X = B for a symmetric indefinite A: sytrf() and sytrs(). The factors overwrite one triangle of A,
/// X overwrites B. It takes n^3 / 3 + 2 n^2 nrhs flops, of complex elements four times as many.
///
/// @param layout Layout::col_major or Layout::row_major, for both matrices.
/// @param uplo   the triangle of A that is stored; the other one is neither read nor written.
/// @param n      order of A, >= 0.
/// @param nrhs   columns of B, >= 0.
/// @param lda    elements between columns (col_major) or rows (row_major) of A, at least max(1, n).
/// @param ipiv   n elements, written as sytrf() writes them.
/// @param B      n x nrhs. It must not overlap A.
/// @param ldb    elements between columns (col_major) or rows (row_major) of B, at least max(1, n) or
///               max(1, nrhs).
/// @return       info, as sytrf() has it. If it is not 0, B is unchanged.
///
/// A row-major call works on column-major copies of the triangle and of B, as getrf() does. If it throws,
/// both are unchanged.
///
/// Errors and thread safety are those of sytrf() and sytrs() (see sysv_async() too). Source: LAPACK routine
/// SYSV.
template <Element T>
std::int64_t sysv(Session& session, Layout layout, Uplo uplo, std::int64_t n, std::int64_t nrhs, T* A,
                  std::int64_t lda, std::int64_t* ipiv, T* B, std::int64_t ldb);

/// Solves A X = B for a hermitian indefinite A: hetrf() and hetrs(). All else is as sysv() has it. Source:
/// LAPACK routine HESV.
template <ComplexElement T>
std::int64_t hesv(Session& session, Layout layout, Uplo uplo, std::int64_t n, std::int64_t nrhs, T* A,
                  std::int64_t lda, std::int64_t* ipiv, T* B, std::int64_t ldb);

}  // namespace hg

// The names of LAPACK and the forms on the process-wide session.
#include <hg/forms/lapack/sysv.hpp>
