#pragma once

#include <complex>
#include <cstdint>

#include <hg/blas/types.hpp>

/// Level 2 of BLAS: matrices with vectors, in host memory.
///
/// Vectors are as in level1.hpp: x has the increment incx, which may be negative.
///
/// The CPU's BLAS does these calls: each element of A serves once, so that the CPU is done before a link to a device has
/// passed it on. Devices do them if A lies in pinned or registered memory and a link is known to be faster than the
/// host's memory (`hgctl probe`), or if sizes do not fit into 32 bits. For operands in the memory of devices there are registers/gemv.hpp and its like.
///
/// Elements are real or complex. Calls on complex ones are all the CPU's BLAS's; sizes, increments and leading dimensions above
/// 2^31 - 1 are refused.
///
/// HG_HOST_BELOW=0 sends all calls on real elements to the devices, these too.
///
/// The devices share the tiles of A, which pass through them: rows of tiles in gemv, trmv and trsv, columns in the others. The
/// results have the same bits for one device and for several that are alike.
///
/// What all functions take:
///
/// @param layout Layout::col_major or Layout::row_major, for A.
/// @param uplo   the triangle of A that counts, as A is stored. The other triangle is neither read nor written.
/// @param op     op(A) is A, A^T or A^H.
/// @param m, n   sizes, >= 0. If one is 0, nothing is done.
/// @param alpha  if 0, what it multiplies is not read and may be null.
/// @param lda    elements between columns (col_major) or rows (row_major) of A: at least the number of its rows
///               (col_major) or columns (row_major), and at least 1.
/// @param beta   if 0, y is not read: NaN in y does not spread.
/// @param incx   must not be 0.
/// @param incy   likewise.
///
/// What is written must not overlap anything that is read.
///
/// Errors: Error{invalid_argument} holds the number and the name of the wrong argument; it is thrown before anything is
/// touched.
///
/// Thread-safe. Calls that were submitted before and touch the same memory (gemm_async() and its like) are done first.
///
/// Source: BLAS level 2 (Dongarra, Du Croz, Hammarling, Hanson, ACM TOMS 14, 1988).
namespace hg {

class Session;

/// Product of a matrix and a vector: y := alpha op(A) x + beta y; 2 m n flops, 8 m n if elements are complex
///
/// A is m x n. With Op::none x has n elements and y has m; otherwise x has m and y has n. If m or n is 0, nothing is done.
template <Element T>
void gemv(Session& session, Layout layout, Op op, std::int64_t m, std::int64_t n, T alpha, const T* A,
          std::int64_t lda, const T* x, std::int64_t incx, T beta, T* y, std::int64_t incy);

/// The same on the process-wide session.
template <Element T>
void gemv(Layout layout, Op op, std::int64_t m, std::int64_t n, T alpha, const T* A, std::int64_t lda,
          const T* x, std::int64_t incx, T beta, T* y, std::int64_t incy);

/// gemv<double>.
void dgemv(Layout layout, Op op, std::int64_t m, std::int64_t n, double alpha, const double* A,
           std::int64_t lda, const double* x, std::int64_t incx, double beta, double* y, std::int64_t incy);

/// gemv<float>.
void sgemv(Layout layout, Op op, std::int64_t m, std::int64_t n, float alpha, const float* A,
           std::int64_t lda, const float* x, std::int64_t incx, float beta, float* y, std::int64_t incy);

/// gemv<std::complex<double>>.
void zgemv(Layout layout, Op op, std::int64_t m, std::int64_t n, std::complex<double> alpha,
           const std::complex<double>* A, std::int64_t lda, const std::complex<double>* x, std::int64_t incx,
           std::complex<double> beta, std::complex<double>* y, std::int64_t incy);

/// gemv<std::complex<float>>.
void cgemv(Layout layout, Op op, std::int64_t m, std::int64_t n, std::complex<float> alpha,
           const std::complex<float>* A, std::int64_t lda, const std::complex<float>* x, std::int64_t incx,
           std::complex<float> beta, std::complex<float>* y, std::int64_t incy);

/// Rank-1 update: A := alpha x y^T + A; 2 m n flops
///
/// A is m x n, x has m elements, y has n. x may be y.
template <RealElement T>
void ger(Session& session, Layout layout, std::int64_t m, std::int64_t n, T alpha, const T* x,
         std::int64_t incx, const T* y, std::int64_t incy, T* A, std::int64_t lda);

/// The same on the process-wide session.
template <RealElement T>
void ger(Layout layout, std::int64_t m, std::int64_t n, T alpha, const T* x, std::int64_t incx, const T* y,
         std::int64_t incy, T* A, std::int64_t lda);

/// ger<double>.
void dger(Layout layout, std::int64_t m, std::int64_t n, double alpha, const double* x, std::int64_t incx,
          const double* y, std::int64_t incy, double* A, std::int64_t lda);

/// ger<float>.
void sger(Layout layout, std::int64_t m, std::int64_t n, float alpha, const float* x, std::int64_t incx,
          const float* y, std::int64_t incy, float* A, std::int64_t lda);

/// Rank-1 update of a complex matrix: A := alpha x y^T + A; 8 m n flops
///
/// A is m x n, x has m elements, y has n. x may be y.
template <ComplexElement T>
void geru(Session& session, Layout layout, std::int64_t m, std::int64_t n, T alpha, const T* x,
          std::int64_t incx, const T* y, std::int64_t incy, T* A, std::int64_t lda);

/// The same on the process-wide session.
template <ComplexElement T>
void geru(Layout layout, std::int64_t m, std::int64_t n, T alpha, const T* x, std::int64_t incx, const T* y,
          std::int64_t incy, T* A, std::int64_t lda);

/// geru<std::complex<double>>.
void zgeru(Layout layout, std::int64_t m, std::int64_t n, std::complex<double> alpha,
           const std::complex<double>* x, std::int64_t incx, const std::complex<double>* y, std::int64_t incy,
           std::complex<double>* A, std::int64_t lda);

/// geru<std::complex<float>>.
void cgeru(Layout layout, std::int64_t m, std::int64_t n, std::complex<float> alpha,
           const std::complex<float>* x, std::int64_t incx, const std::complex<float>* y, std::int64_t incy,
           std::complex<float>* A, std::int64_t lda);

/// Rank-1 update of a complex matrix with a conjugate: A := alpha x y^H + A; 8 m n flops
///
/// A is m x n, x has m elements, y has n. x may be y.
template <ComplexElement T>
void gerc(Session& session, Layout layout, std::int64_t m, std::int64_t n, T alpha, const T* x,
          std::int64_t incx, const T* y, std::int64_t incy, T* A, std::int64_t lda);

/// The same on the process-wide session.
template <ComplexElement T>
void gerc(Layout layout, std::int64_t m, std::int64_t n, T alpha, const T* x, std::int64_t incx, const T* y,
          std::int64_t incy, T* A, std::int64_t lda);

/// gerc<std::complex<double>>.
void zgerc(Layout layout, std::int64_t m, std::int64_t n, std::complex<double> alpha,
           const std::complex<double>* x, std::int64_t incx, const std::complex<double>* y, std::int64_t incy,
           std::complex<double>* A, std::int64_t lda);

/// gerc<std::complex<float>>.
void cgerc(Layout layout, std::int64_t m, std::int64_t n, std::complex<float> alpha,
           const std::complex<float>* x, std::int64_t incx, const std::complex<float>* y, std::int64_t incy,
           std::complex<float>* A, std::int64_t lda);

/// Product of a symmetric matrix and a vector: y := alpha A x + beta y; 2 n^2 flops
///
/// A is n x n; only its triangle `uplo` is read.
template <RealElement T>
void symv(Session& session, Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* A, std::int64_t lda,
          const T* x, std::int64_t incx, T beta, T* y, std::int64_t incy);

/// The same on the process-wide session.
template <RealElement T>
void symv(Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* A, std::int64_t lda, const T* x,
          std::int64_t incx, T beta, T* y, std::int64_t incy);

/// symv<double>.
void dsymv(Layout layout, Uplo uplo, std::int64_t n, double alpha, const double* A, std::int64_t lda,
           const double* x, std::int64_t incx, double beta, double* y, std::int64_t incy);

/// symv<float>.
void ssymv(Layout layout, Uplo uplo, std::int64_t n, float alpha, const float* A, std::int64_t lda,
           const float* x, std::int64_t incx, float beta, float* y, std::int64_t incy);

/// Product of a hermitian matrix and a vector: y := alpha A x + beta y; 8 n^2 flops
///
/// A is n x n; only its triangle `uplo` is read, and of its diagonal the real parts.
template <ComplexElement T>
void hemv(Session& session, Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* A, std::int64_t lda,
          const T* x, std::int64_t incx, T beta, T* y, std::int64_t incy);

/// The same on the process-wide session.
template <ComplexElement T>
void hemv(Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* A, std::int64_t lda, const T* x,
          std::int64_t incx, T beta, T* y, std::int64_t incy);

/// hemv<std::complex<double>>.
void zhemv(Layout layout, Uplo uplo, std::int64_t n, std::complex<double> alpha,
           const std::complex<double>* A, std::int64_t lda, const std::complex<double>* x, std::int64_t incx,
           std::complex<double> beta, std::complex<double>* y, std::int64_t incy);

/// hemv<std::complex<float>>.
void chemv(Layout layout, Uplo uplo, std::int64_t n, std::complex<float> alpha, const std::complex<float>* A,
           std::int64_t lda, const std::complex<float>* x, std::int64_t incx, std::complex<float> beta,
           std::complex<float>* y, std::int64_t incy);

/// Symmetric rank-1 update: A := alpha x x^T + A; n^2 flops
///
/// A is n x n; only its triangle `uplo` is read and written.
template <RealElement T>
void syr(Session& session, Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* x, std::int64_t incx,
         T* A, std::int64_t lda);

/// The same on the process-wide session.
template <RealElement T>
void syr(Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* x, std::int64_t incx, T* A,
         std::int64_t lda);

/// syr<double>.
void dsyr(Layout layout, Uplo uplo, std::int64_t n, double alpha, const double* x, std::int64_t incx,
          double* A, std::int64_t lda);

/// syr<float>.
void ssyr(Layout layout, Uplo uplo, std::int64_t n, float alpha, const float* x, std::int64_t incx, float* A,
          std::int64_t lda);

/// Hermitian rank-1 update: A := alpha x x^H + A; 4 n^2 flops
///
/// A is n x n; only its triangle `uplo` is read and written. alpha is real. Imaginary parts on the diagonal are not read, and
/// become 0 unless alpha or n is 0.
template <ComplexElement T>
void her(Session& session, Layout layout, Uplo uplo, std::int64_t n, RealOf<T> alpha, const T* x,
         std::int64_t incx, T* A, std::int64_t lda);

/// The same on the process-wide session.
template <ComplexElement T>
void her(Layout layout, Uplo uplo, std::int64_t n, RealOf<T> alpha, const T* x, std::int64_t incx, T* A,
         std::int64_t lda);

/// her<std::complex<double>>.
void zher(Layout layout, Uplo uplo, std::int64_t n, double alpha, const std::complex<double>* x,
          std::int64_t incx, std::complex<double>* A, std::int64_t lda);

/// her<std::complex<float>>.
void cher(Layout layout, Uplo uplo, std::int64_t n, float alpha, const std::complex<float>* x,
          std::int64_t incx, std::complex<float>* A, std::int64_t lda);

/// Symmetric rank-2 update: A := alpha (x y^T + y x^T) + A; 2 n^2 flops
///
/// A is n x n; only its triangle `uplo` is read and written. x may be y.
template <RealElement T>
void syr2(Session& session, Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* x, std::int64_t incx,
          const T* y, std::int64_t incy, T* A, std::int64_t lda);

/// The same on the process-wide session.
template <RealElement T>
void syr2(Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* x, std::int64_t incx, const T* y,
          std::int64_t incy, T* A, std::int64_t lda);

/// syr2<double>.
void dsyr2(Layout layout, Uplo uplo, std::int64_t n, double alpha, const double* x, std::int64_t incx,
           const double* y, std::int64_t incy, double* A, std::int64_t lda);

/// syr2<float>.
void ssyr2(Layout layout, Uplo uplo, std::int64_t n, float alpha, const float* x, std::int64_t incx,
           const float* y, std::int64_t incy, float* A, std::int64_t lda);

/// Hermitian rank-2 update: A := alpha x y^H + conj(alpha) y x^H + A; 8 n^2 flops
///
/// A is n x n; only its triangle `uplo` is read and written. Imaginary parts on the diagonal are not read, and become 0
/// unless alpha or n is 0. x may be y.
template <ComplexElement T>
void her2(Session& session, Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* x, std::int64_t incx,
          const T* y, std::int64_t incy, T* A, std::int64_t lda);

/// The same on the process-wide session.
template <ComplexElement T>
void her2(Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* x, std::int64_t incx, const T* y,
          std::int64_t incy, T* A, std::int64_t lda);

/// her2<std::complex<double>>.
void zher2(Layout layout, Uplo uplo, std::int64_t n, std::complex<double> alpha,
           const std::complex<double>* x, std::int64_t incx, const std::complex<double>* y, std::int64_t incy,
           std::complex<double>* A, std::int64_t lda);

/// her2<std::complex<float>>.
void cher2(Layout layout, Uplo uplo, std::int64_t n, std::complex<float> alpha, const std::complex<float>* x,
           std::int64_t incx, const std::complex<float>* y, std::int64_t incy, std::complex<float>* A,
           std::int64_t lda);

/// Product with a triangular matrix: x := op(A) x; n^2 flops, 4 n^2 if elements are complex
///
/// A is n x n; only its triangle `uplo` is read, and no diagonal if diag is Diag::unit: it is taken as ones.
template <Element T>
void trmv(Session& session, Layout layout, Uplo uplo, Op op, Diag diag, std::int64_t n, const T* A,
          std::int64_t lda, T* x, std::int64_t incx);

/// The same on the process-wide session.
template <Element T>
void trmv(Layout layout, Uplo uplo, Op op, Diag diag, std::int64_t n, const T* A, std::int64_t lda, T* x,
          std::int64_t incx);

/// trmv<double>.
void dtrmv(Layout layout, Uplo uplo, Op op, Diag diag, std::int64_t n, const double* A, std::int64_t lda,
           double* x, std::int64_t incx);

/// trmv<float>.
void strmv(Layout layout, Uplo uplo, Op op, Diag diag, std::int64_t n, const float* A, std::int64_t lda,
           float* x, std::int64_t incx);

/// trmv<std::complex<double>>.
void ztrmv(Layout layout, Uplo uplo, Op op, Diag diag, std::int64_t n, const std::complex<double>* A,
           std::int64_t lda, std::complex<double>* x, std::int64_t incx);

/// trmv<std::complex<float>>.
void ctrmv(Layout layout, Uplo uplo, Op op, Diag diag, std::int64_t n, const std::complex<float>* A,
           std::int64_t lda, std::complex<float>* x, std::int64_t incx);

/// Triangular solve: x := op(A)^-1 x; n^2 flops, 4 n^2 if elements are complex
///
/// A is n x n; only its triangle `uplo` is read, and no diagonal if diag is Diag::unit: it is taken as ones. Zeros on the
/// diagonal are not looked for: they give Inf and NaN.
template <Element T>
void trsv(Session& session, Layout layout, Uplo uplo, Op op, Diag diag, std::int64_t n, const T* A,
          std::int64_t lda, T* x, std::int64_t incx);

/// The same on the process-wide session.
template <Element T>
void trsv(Layout layout, Uplo uplo, Op op, Diag diag, std::int64_t n, const T* A, std::int64_t lda, T* x,
          std::int64_t incx);

/// trsv<double>.
void dtrsv(Layout layout, Uplo uplo, Op op, Diag diag, std::int64_t n, const double* A, std::int64_t lda,
           double* x, std::int64_t incx);

/// trsv<float>.
void strsv(Layout layout, Uplo uplo, Op op, Diag diag, std::int64_t n, const float* A, std::int64_t lda,
           float* x, std::int64_t incx);

/// trsv<std::complex<double>>.
void ztrsv(Layout layout, Uplo uplo, Op op, Diag diag, std::int64_t n, const std::complex<double>* A,
           std::int64_t lda, std::complex<double>* x, std::int64_t incx);

/// trsv<std::complex<float>>.
void ctrsv(Layout layout, Uplo uplo, Op op, Diag diag, std::int64_t n, const std::complex<float>* A,
           std::int64_t lda, std::complex<float>* x, std::int64_t incx);

}  // namespace hg
