#pragma once

#include <complex>
#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// @file
/// Level 3 of BLAS for hermitian matrices: hemm, herk and her2k.

/// Product with a hermitian matrix on all devices of the process, from and to host memory:
///
///     C := alpha A B + beta C    Side::left:  A is m x m
///     C := alpha B A + beta C    Side::right: A is n x n
///
/// B and C are m x n. The product takes 8 m^2 n (left) or 8 m n^2 (right) flops.
///
/// @param layout Layout::col_major or Layout::row_major, for all three matrices.
/// @param side   where A stands.
/// @param uplo   the triangle of A that is read, as A is stored. The other triangle may hold anything, and so may the
///               imaginary parts on the diagonal: they count as 0.
/// @param m, n   sizes of B and C, >= 0. If one is 0, nothing is done.
/// @param alpha  if 0, A and B are not read and may be null.
/// @param lda    elements between columns (col_major) or rows (row_major) of A: at least its order, and at
///               least 1.
/// @param ldb    the same for B: at least the number of its rows (col_major) or columns (row_major), and at least 1.
/// @param beta   if 0, C is not read: NaN in C does not spread.
/// @param C      must not overlap A or B.
/// @param ldc    as ldb, for C.
///
/// Errors: Error{invalid_argument} holds the number and the name of the wrong argument; it is thrown before
/// anything is touched. All other errors are those of gemm(): inputs are as they were, and each element of C
/// holds its old or its final value.
///
/// Thread-safe, also on one session: calls on different matrices overlap on the devices (see hemm_async()
/// too).
///
/// Source: BLAS level 3 (Dongarra, Du Croz, Hammarling, Duff, ACM TOMS 16, 1990), routine HEMM.
template <ComplexElement T>
void hemm(Session& session, Layout layout, Side side, Uplo uplo, std::int64_t m, std::int64_t n, T alpha,
          const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta, T* C, std::int64_t ldc);

/// The same on the process-wide session.
template <ComplexElement T>
void hemm(Layout layout, Side side, Uplo uplo, std::int64_t m, std::int64_t n, T alpha, const T* A,
          std::int64_t lda, const T* B, std::int64_t ldb, T beta, T* C, std::int64_t ldc);

/// hemm<std::complex<double>>.
void zhemm(Layout layout, Side side, Uplo uplo, std::int64_t m, std::int64_t n, std::complex<double> alpha,
           const std::complex<double>* A, std::int64_t lda, const std::complex<double>* B, std::int64_t ldb,
           std::complex<double> beta, std::complex<double>* C, std::int64_t ldc);

/// hemm<std::complex<float>>.
void chemm(Layout layout, Side side, Uplo uplo, std::int64_t m, std::int64_t n, std::complex<float> alpha,
           const std::complex<float>* A, std::int64_t lda, const std::complex<float>* B, std::int64_t ldb,
           std::complex<float> beta, std::complex<float>* C, std::int64_t ldc);

/// Hermitian rank-k update of one triangle on all devices of the process, from and to host memory:
///
///     C := alpha A A^H + beta C    Op::none:       A is n x k
///     C := alpha A^H A + beta C    Op::conj_trans: A is k x n
///
/// C is n x n, hermitian: imaginary parts on its diagonal are not read, and become 0 unless nothing is done. alpha and
/// beta are real. The update takes 4 n^2 k flops.
///
/// @param layout Layout::col_major or Layout::row_major, for both matrices.
/// @param uplo   the triangle of C that is computed, as C is stored. The other triangle is neither read nor
///               written: it may be another thread's.
/// @param op     Op::none or Op::conj_trans. Op::trans is refused: C would not be hermitian.
/// @param n, k   sizes, >= 0. If n is 0, nothing is done. If k is 0, C := beta C. If k or alpha is 0 and beta is 1,
///               nothing is done.
/// @param alpha  if 0, A is not read and may be null.
/// @param lda    elements between columns (col_major) or rows (row_major) of A as stored: at least the number
///               of its rows (col_major) or columns (row_major), and at least 1.
/// @param beta   if 0, C is not read: NaN in C does not spread.
/// @param C      must not overlap A.
/// @param ldc    elements between columns (col_major) or rows (row_major) of C: at least n, and at least 1.
///
/// Errors: Error{invalid_argument} holds the number and the name of the wrong argument; it is thrown before
/// anything is touched. All other errors are those of gemm(): inputs are as they were, and each element of C
/// holds its old or its final value.
///
/// Thread-safe, also on one session: calls on different matrices overlap on the devices (see herk_async()
/// too).
///
/// Source: BLAS level 3 (Dongarra, Du Croz, Hammarling, Duff, ACM TOMS 16, 1990), routine HERK.
template <ComplexElement T>
void herk(Session& session, Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k, RealOf<T> alpha,
          const T* A, std::int64_t lda, RealOf<T> beta, T* C, std::int64_t ldc);

/// The same on the process-wide session.
template <ComplexElement T>
void herk(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k, RealOf<T> alpha, const T* A,
          std::int64_t lda, RealOf<T> beta, T* C, std::int64_t ldc);

/// herk<std::complex<double>>.
void zherk(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k, double alpha,
           const std::complex<double>* A, std::int64_t lda, double beta, std::complex<double>* C,
           std::int64_t ldc);

/// herk<std::complex<float>>.
void cherk(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k, float alpha,
           const std::complex<float>* A, std::int64_t lda, float beta, std::complex<float>* C,
           std::int64_t ldc);

/// Hermitian rank-2k update of one triangle on all devices of the process, from and to host memory:
///
///     C := alpha A B^H + conj(alpha) B A^H + beta C    Op::none:       A and B are n x k
///     C := alpha A^H B + conj(alpha) B^H A + beta C    Op::conj_trans: A and B are k x n
///
/// C is n x n, hermitian: imaginary parts on its diagonal are not read, and become 0 unless nothing is done. beta is
/// real. The update takes 8 n^2 k flops.
///
/// @param layout Layout::col_major or Layout::row_major, for all three matrices.
/// @param uplo   the triangle of C that is computed, as C is stored. The other triangle is neither read nor
///               written: it may be another thread's.
/// @param op     Op::none or Op::conj_trans. Op::trans is refused: C would not be hermitian.
/// @param n, k   sizes, >= 0. If n is 0, nothing is done. If k is 0, C := beta C. If k or alpha is 0 and beta is 1,
///               nothing is done.
/// @param alpha  if 0, A and B are not read and may be null.
/// @param lda    elements between columns (col_major) or rows (row_major) of A as stored: at least the number
///               of its rows (col_major) or columns (row_major), and at least 1.
/// @param ldb    the same for B.
/// @param beta   if 0, C is not read: NaN in C does not spread.
/// @param C      must not overlap A or B.
/// @param ldc    elements between columns (col_major) or rows (row_major) of C: at least n, and at least 1.
///
/// Errors: Error{invalid_argument} holds the number and the name of the wrong argument; it is thrown before
/// anything is touched. All other errors are those of gemm(): inputs are as they were, and each element of C
/// holds its old or its final value.
///
/// Thread-safe, also on one session: calls on different matrices overlap on the devices (see her2k_async()
/// too).
///
/// Source: BLAS level 3 (Dongarra, Du Croz, Hammarling, Duff, ACM TOMS 16, 1990), routine HER2K.
template <ComplexElement T>
void her2k(Session& session, Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k, T alpha,
           const T* A, std::int64_t lda, const T* B, std::int64_t ldb, RealOf<T> beta, T* C,
           std::int64_t ldc);

/// The same on the process-wide session.
template <ComplexElement T>
void her2k(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k, T alpha, const T* A,
           std::int64_t lda, const T* B, std::int64_t ldb, RealOf<T> beta, T* C, std::int64_t ldc);

/// her2k<std::complex<double>>.
void zher2k(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k, std::complex<double> alpha,
            const std::complex<double>* A, std::int64_t lda, const std::complex<double>* B, std::int64_t ldb,
            double beta, std::complex<double>* C, std::int64_t ldc);

/// her2k<std::complex<float>>.
void cher2k(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k, std::complex<float> alpha,
            const std::complex<float>* A, std::int64_t lda, const std::complex<float>* B, std::int64_t ldb,
            float beta, std::complex<float>* C, std::int64_t ldc);

}  // namespace hg
