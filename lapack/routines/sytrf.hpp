#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Factorization of a symmetric indefinite matrix by the diagonal pivoting method of Bunch and Kaufman, with
/// operands in host memory, on one device of the process:
///
///     A = L D L^T      Uplo::lower
///     A = U D U^T      Uplo::upper
///
/// A is a symmetric n x n matrix, of which one triangle is stored. Complex matrices are
/// symmetric as well; for hermitian matrices use hetrf(). L and U are products of permutations and unit
/// triangular matrices. D is block diagonal, with blocks of order 1 and 2. D and the multipliers overwrite
/// the triangle in LAPACK's format; the other triangle is neither read nor written. The factorization takes
/// n^3 / 3 flops, or 4/3 n^3 for complex elements.
///
/// @param layout Layout::col_major or Layout::row_major.
/// @param uplo   the triangle of A that is stored.
/// @param n      order of A, >= 0.
/// @param lda    leading dimension of A: elements between its columns (col_major) or rows (row_major), at
///               least
///               max(1, n).
/// @param ipiv   n elements, 1-based. If ipiv(k) > 0, D(k, k) is a block of order 1, and row and column k
///               were
///               interchanged with row and column ipiv(k). If ipiv(k) and ipiv(k + 1) are the same number -p
///               < 0, D has a block of order 2 in rows and columns k and k + 1, and row and column k + 1
///               (lower) or k (upper) were interchanged with row and column p.
/// @return       info: 0, or i > 0 if the pivot D(i, i) is zero or NaN. With several such pivots, i is the
///               one
///               that was factored first: the smallest for Uplo::lower, the largest for Uplo::upper. The
///               factorization is complete, but cannot be used to solve a system.
///
/// NaN counts as zero in the choice of pivots.
///
/// Errors: throws Error{invalid_argument}, with the number (as in LAPACK) and the name of the wrong argument,
/// before anything is touched. Throws Error{out_of_memory} if no device holds the n x n elements of A. If
/// devices fail before anything is stored, the call starts again on another device or
/// on the host device. If they fail later, it throws Error{device_failed} or Error{device_lost}, and A holds
/// neither the matrix nor its factors.
///
/// A row-major call factors a column-major copy of the triangle in host memory. If it throws, A is unchanged.
///
/// Thread-safe, even on the same session (see also sytrf_async()).
///
/// Source: LAPACK routine SYTRF. Bunch, Kaufman, Math. Comp. 31 (1977).
template <Element T>
std::int64_t sytrf(Session& session, Layout layout, Uplo uplo, std::int64_t n, T* A, std::int64_t lda,
                   std::int64_t* ipiv);

/// Factorization of a hermitian indefinite matrix, A = L D L^H or A = U D U^H. D is hermitian. Imaginary
/// parts on the diagonal of A are not read. Otherwise as sytrf(). Source: LAPACK routine HETRF.
template <ComplexElement T>
std::int64_t hetrf(Session& session, Layout layout, Uplo uplo, std::int64_t n, T* A, std::int64_t lda,
                   std::int64_t* ipiv);

}  // namespace hg

// Declares the LAPACK names and the overloads for the process-wide session.
#include <hg/forms/lapack/sytrf.hpp>
