#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Factorization of a symmetric indefinite matrix with the diagonal pivoting of Bunch and Kaufman, on a
/// device of the process, from and to host memory:
///
///     A = L D L^T      Uplo::lower
///     A = U D U^T      Uplo::upper
///
/// A is n x n, symmetric, also if its elements are complex: hetrf() factors hermitian matrices.
/// L and U are products of permutations and of unit triangular matrices. D is block diagonal with blocks of
/// order 1 and 2. D and the multipliers overwrite the triangle, as LAPACK stores them; the other triangle is
/// neither read nor written. It takes n^3 / 3 flops, of complex elements 4/3 n^3.
///
/// @param layout Layout::col_major or Layout::row_major.
/// @param uplo   the triangle.
/// @param n      order of A, >= 0.
/// @param lda    elements between columns (col_major) or rows (row_major) of A, at least max(1, n).
/// @param ipiv   n elements. ipiv(k) > 0: D(k, k) is a block of order 1, and row and column k were
///               interchanged with row and column ipiv(k). If ipiv(k) and ipiv(k + 1) are the same number -p
///               < 0, columns k and k + 1 of D are a block of order 2, and row and column k + 1 (lower) or k
///               (upper) were interchanged with p.
/// @return       info: 0, or the i > 0 of the first pivot D(i, i) that is zero or NaN, the last i if A is
///               upper, since columns are factored from the last one on. The factorization is completed, but
///               it solves no system.
///
/// NaN counts as zero in the choice of pivots.
///
/// Errors: Error{invalid_argument} holds the number and the name of the wrong argument; it is thrown before
/// anything is touched. Error{out_of_memory} if no device holds the n x n elements
/// of A, and Error{build_failed}. If devices fail before anything is stored, another device or the host
/// device begins again. If they fail later, Error{device_failed} or Error{device_lost}: A then holds neither
/// the matrix nor its factors.
///
/// A row-major call factors a column-major copy of the triangle in host memory, as getrf() does. If it
/// throws, A is unchanged.
///
/// Thread-safe, also on one session (see sytrf_async() too).
///
/// Source: LAPACK routine SYTRF. Bunch, Kaufman, Math. Comp. 31 (1977).
template <Element T>
std::int64_t sytrf(Session& session, Layout layout, Uplo uplo, std::int64_t n, T* A, std::int64_t lda,
                   std::int64_t* ipiv);

/// Factorization of a hermitian indefinite matrix, A = L D L^H or U D U^H. D is hermitian. Imaginary parts on
/// the diagonal of A are not read. All else is as sytrf() has it. Source: LAPACK routine HETRF.
template <ComplexElement T>
std::int64_t hetrf(Session& session, Layout layout, Uplo uplo, std::int64_t n, T* A, std::int64_t lda,
                   std::int64_t* ipiv);

}  // namespace hg

// The names of LAPACK and the forms on the process-wide session.
#include <hg/forms/lapack/sytrf.hpp>
