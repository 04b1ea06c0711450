#pragma once

#include <complex>
#include <cstdint>

#include <hg/blas/call.hpp>
#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// @file
/// Level 3 of BLAS as calls that return at once:
///
///     hg::Call first = hg::dgemm_async(Layout::col_major, Op::none, Op::none, m, n, k,
///                                      1, A, lda, B, ldb, 0, C, m);    // C := A B
///     hg::Call second = hg::dgemm_async(Layout::col_major, Op::none, Op::none, m, n, m,
///                                       1, C, m, D, ldd, 0, E, m);     // E := C D
///     second.wait();
///
/// Order: calls depend on each other if they touch the same host memory and one of them writes it. Such calls
/// are done in the order in which they were submitted: here the second waits for the first. All other calls
/// overlap on the devices, up to 8 at once: while one computes, the next is loaded and the one before is
/// stored. A call that does not return at once, such as gemm(), also waits for the submitted calls that it
/// depends on. Tiles of one matrix with one leading dimension are known to be disjoint. Matrices with
/// different leading dimensions whose addresses interleave count as the same memory.
///
/// Errors: arguments are checked before these functions return. A wrong one throws Error{invalid_argument},
/// and nothing is submitted. Call::wait() throws all other errors of the routine. A call that fails
/// does not cancel the calls after it: they use what its outputs then hold.
///
/// Lifetime: the matrices must stay where they are until their call has ended. The session must stay until
/// all its calls have ended; its destructor waits for them. exit() waits for the calls under way, two seconds
/// at most. After that a call is abandoned, and its Call::wait() throws.
///
/// Thread-safe. The order of calls that several threads submit at the same time is not defined.

/// C := alpha op(A) op(B) + beta C, as gemm().
template <Element T>
[[nodiscard]] Call gemm_async(Session& session, Layout layout, Op op_a, Op op_b, std::int64_t m,
                              std::int64_t n, std::int64_t k, T alpha, const T* A, std::int64_t lda,
                              const T* B, std::int64_t ldb, T beta, T* C, std::int64_t ldc);

/// The same on the process-wide session.
template <Element T>
[[nodiscard]] Call gemm_async(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k,
                              T alpha, const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta,
                              T* C, std::int64_t ldc);

/// gemm_async<double>.
[[nodiscard]] Call dgemm_async(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n,
                               std::int64_t k, double alpha, const double* A, std::int64_t lda,
                               const double* B, std::int64_t ldb, double beta, double* C, std::int64_t ldc);

/// gemm_async<float>.
[[nodiscard]] Call sgemm_async(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n,
                               std::int64_t k, float alpha, const float* A, std::int64_t lda, const float* B,
                               std::int64_t ldb, float beta, float* C, std::int64_t ldc);

/// gemm_async<std::complex<double>>.
[[nodiscard]] Call zgemm_async(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n,
                               std::int64_t k, std::complex<double> alpha, const std::complex<double>* A,
                               std::int64_t lda, const std::complex<double>* B, std::int64_t ldb,
                               std::complex<double> beta, std::complex<double>* C, std::int64_t ldc);

/// gemm_async<std::complex<float>>.
[[nodiscard]] Call cgemm_async(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n,
                               std::int64_t k, std::complex<float> alpha, const std::complex<float>* A,
                               std::int64_t lda, const std::complex<float>* B, std::int64_t ldb,
                               std::complex<float> beta, std::complex<float>* C, std::int64_t ldc);

/// B := alpha op(A)^-1 B or B := alpha B op(A)^-1, as trsm().
template <Element T>
[[nodiscard]] Call trsm_async(Session& session, Layout layout, Side side, Uplo uplo, Op op, Diag diag,
                              std::int64_t m, std::int64_t n, T alpha, const T* A, std::int64_t lda, T* B,
                              std::int64_t ldb);

/// The same on the process-wide session.
template <Element T>
[[nodiscard]] Call trsm_async(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m,
                              std::int64_t n, T alpha, const T* A, std::int64_t lda, T* B, std::int64_t ldb);

/// trsm_async<double>.
[[nodiscard]] Call dtrsm_async(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m,
                               std::int64_t n, double alpha, const double* A, std::int64_t lda, double* B,
                               std::int64_t ldb);

/// trsm_async<float>.
[[nodiscard]] Call strsm_async(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m,
                               std::int64_t n, float alpha, const float* A, std::int64_t lda, float* B,
                               std::int64_t ldb);

/// trsm_async<std::complex<double>>.
[[nodiscard]] Call ztrsm_async(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m,
                               std::int64_t n, std::complex<double> alpha, const std::complex<double>* A,
                               std::int64_t lda, std::complex<double>* B, std::int64_t ldb);

/// trsm_async<std::complex<float>>.
[[nodiscard]] Call ctrsm_async(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m,
                               std::int64_t n, std::complex<float> alpha, const std::complex<float>* A,
                               std::int64_t lda, std::complex<float>* B, std::int64_t ldb);

/// C := alpha A B + beta C or C := alpha B A + beta C with a symmetric A, as symm().
template <Element T>
[[nodiscard]] Call symm_async(Session& session, Layout layout, Side side, Uplo uplo, std::int64_t m,
                              std::int64_t n, T alpha, const T* A, std::int64_t lda, const T* B,
                              std::int64_t ldb, T beta, T* C, std::int64_t ldc);

/// The same on the process-wide session.
template <Element T>
[[nodiscard]] Call symm_async(Layout layout, Side side, Uplo uplo, std::int64_t m, std::int64_t n, T alpha,
                              const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta, T* C,
                              std::int64_t ldc);

/// symm_async<double>.
[[nodiscard]] Call dsymm_async(Layout layout, Side side, Uplo uplo, std::int64_t m, std::int64_t n,
                               double alpha, const double* A, std::int64_t lda, const double* B,
                               std::int64_t ldb, double beta, double* C, std::int64_t ldc);

/// symm_async<float>.
[[nodiscard]] Call ssymm_async(Layout layout, Side side, Uplo uplo, std::int64_t m, std::int64_t n,
                               float alpha, const float* A, std::int64_t lda, const float* B,
                               std::int64_t ldb, float beta, float* C, std::int64_t ldc);

/// symm_async<std::complex<double>>.
[[nodiscard]] Call zsymm_async(Layout layout, Side side, Uplo uplo, std::int64_t m, std::int64_t n,
                               std::complex<double> alpha, const std::complex<double>* A, std::int64_t lda,
                               const std::complex<double>* B, std::int64_t ldb, std::complex<double> beta,
                               std::complex<double>* C, std::int64_t ldc);

/// symm_async<std::complex<float>>.
[[nodiscard]] Call csymm_async(Layout layout, Side side, Uplo uplo, std::int64_t m, std::int64_t n,
                               std::complex<float> alpha, const std::complex<float>* A, std::int64_t lda,
                               const std::complex<float>* B, std::int64_t ldb, std::complex<float> beta,
                               std::complex<float>* C, std::int64_t ldc);

/// C := alpha op(A) op(A)^T + beta C, one triangle of C, as syrk().
template <Element T>
[[nodiscard]] Call syrk_async(Session& session, Layout layout, Uplo uplo, Op op, std::int64_t n,
                              std::int64_t k, T alpha, const T* A, std::int64_t lda, T beta, T* C,
                              std::int64_t ldc);

/// The same on the process-wide session.
template <Element T>
[[nodiscard]] Call syrk_async(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k, T alpha,
                              const T* A, std::int64_t lda, T beta, T* C, std::int64_t ldc);

/// syrk_async<double>.
[[nodiscard]] Call dsyrk_async(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k, double alpha,
                               const double* A, std::int64_t lda, double beta, double* C, std::int64_t ldc);

/// syrk_async<float>.
[[nodiscard]] Call ssyrk_async(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k, float alpha,
                               const float* A, std::int64_t lda, float beta, float* C, std::int64_t ldc);

/// syrk_async<std::complex<double>>.
[[nodiscard]] Call zsyrk_async(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k,
                               std::complex<double> alpha, const std::complex<double>* A, std::int64_t lda,
                               std::complex<double> beta, std::complex<double>* C, std::int64_t ldc);

/// syrk_async<std::complex<float>>.
[[nodiscard]] Call csyrk_async(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k,
                               std::complex<float> alpha, const std::complex<float>* A, std::int64_t lda,
                               std::complex<float> beta, std::complex<float>* C, std::int64_t ldc);

/// C := alpha (op(A) op(B)^T + op(B) op(A)^T) + beta C, one triangle of C, as syr2k().
template <Element T>
[[nodiscard]] Call syr2k_async(Session& session, Layout layout, Uplo uplo, Op op, std::int64_t n,
                               std::int64_t k, T alpha, const T* A, std::int64_t lda, const T* B,
                               std::int64_t ldb, T beta, T* C, std::int64_t ldc);

/// The same on the process-wide session.
template <Element T>
[[nodiscard]] Call syr2k_async(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k, T alpha,
                               const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta, T* C,
                               std::int64_t ldc);

/// syr2k_async<double>.
[[nodiscard]] Call dsyr2k_async(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k, double alpha,
                                const double* A, std::int64_t lda, const double* B, std::int64_t ldb,
                                double beta, double* C, std::int64_t ldc);

/// syr2k_async<float>.
[[nodiscard]] Call ssyr2k_async(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k, float alpha,
                                const float* A, std::int64_t lda, const float* B, std::int64_t ldb,
                                float beta, float* C, std::int64_t ldc);

/// syr2k_async<std::complex<double>>.
[[nodiscard]] Call zsyr2k_async(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k,
                                std::complex<double> alpha, const std::complex<double>* A, std::int64_t lda,
                                const std::complex<double>* B, std::int64_t ldb, std::complex<double> beta,
                                std::complex<double>* C, std::int64_t ldc);

/// syr2k_async<std::complex<float>>.
[[nodiscard]] Call csyr2k_async(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k,
                                std::complex<float> alpha, const std::complex<float>* A, std::int64_t lda,
                                const std::complex<float>* B, std::int64_t ldb, std::complex<float> beta,
                                std::complex<float>* C, std::int64_t ldc);

/// B := alpha op(A) B or B := alpha B op(A) with a triangle A, as trmm().
template <Element T>
[[nodiscard]] Call trmm_async(Session& session, Layout layout, Side side, Uplo uplo, Op op, Diag diag,
                              std::int64_t m, std::int64_t n, T alpha, const T* A, std::int64_t lda, T* B,
                              std::int64_t ldb);

/// The same on the process-wide session.
template <Element T>
[[nodiscard]] Call trmm_async(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m,
                              std::int64_t n, T alpha, const T* A, std::int64_t lda, T* B, std::int64_t ldb);

/// trmm_async<double>.
[[nodiscard]] Call dtrmm_async(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m,
                               std::int64_t n, double alpha, const double* A, std::int64_t lda, double* B,
                               std::int64_t ldb);

/// trmm_async<float>.
[[nodiscard]] Call strmm_async(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m,
                               std::int64_t n, float alpha, const float* A, std::int64_t lda, float* B,
                               std::int64_t ldb);

/// trmm_async<std::complex<double>>.
[[nodiscard]] Call ztrmm_async(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m,
                               std::int64_t n, std::complex<double> alpha, const std::complex<double>* A,
                               std::int64_t lda, std::complex<double>* B, std::int64_t ldb);

/// trmm_async<std::complex<float>>.
[[nodiscard]] Call ctrmm_async(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m,
                               std::int64_t n, std::complex<float> alpha, const std::complex<float>* A,
                               std::int64_t lda, std::complex<float>* B, std::int64_t ldb);

/// C := alpha A B + beta C or C := alpha B A + beta C with a hermitian A, as hemm().
template <ComplexElement T>
[[nodiscard]] Call hemm_async(Session& session, Layout layout, Side side, Uplo uplo, std::int64_t m,
                              std::int64_t n, T alpha, const T* A, std::int64_t lda, const T* B,
                              std::int64_t ldb, T beta, T* C, std::int64_t ldc);

/// The same on the process-wide session.
template <ComplexElement T>
[[nodiscard]] Call hemm_async(Layout layout, Side side, Uplo uplo, std::int64_t m, std::int64_t n, T alpha,
                              const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta, T* C,
                              std::int64_t ldc);

/// hemm_async<std::complex<double>>.
[[nodiscard]] Call zhemm_async(Layout layout, Side side, Uplo uplo, std::int64_t m, std::int64_t n,
                               std::complex<double> alpha, const std::complex<double>* A, std::int64_t lda,
                               const std::complex<double>* B, std::int64_t ldb, std::complex<double> beta,
                               std::complex<double>* C, std::int64_t ldc);

/// hemm_async<std::complex<float>>.
[[nodiscard]] Call chemm_async(Layout layout, Side side, Uplo uplo, std::int64_t m, std::int64_t n,
                               std::complex<float> alpha, const std::complex<float>* A, std::int64_t lda,
                               const std::complex<float>* B, std::int64_t ldb, std::complex<float> beta,
                               std::complex<float>* C, std::int64_t ldc);

/// C := alpha op(A) op(A)^H + beta C, one triangle of C, as herk().
template <ComplexElement T>
[[nodiscard]] Call herk_async(Session& session, Layout layout, Uplo uplo, Op op, std::int64_t n,
                              std::int64_t k, RealOf<T> alpha, const T* A, std::int64_t lda, RealOf<T> beta,
                              T* C, std::int64_t ldc);

/// The same on the process-wide session.
template <ComplexElement T>
[[nodiscard]] Call herk_async(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k,
                              RealOf<T> alpha, const T* A, std::int64_t lda, RealOf<T> beta, T* C,
                              std::int64_t ldc);

/// herk_async<std::complex<double>>.
[[nodiscard]] Call zherk_async(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k, double alpha,
                               const std::complex<double>* A, std::int64_t lda, double beta,
                               std::complex<double>* C, std::int64_t ldc);

/// herk_async<std::complex<float>>.
[[nodiscard]] Call cherk_async(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k, float alpha,
                               const std::complex<float>* A, std::int64_t lda, float beta,
                               std::complex<float>* C, std::int64_t ldc);

/// C := alpha op(A) op(B)^H + conj(alpha) op(B) op(A)^H + beta C, one triangle of C, as her2k().
template <ComplexElement T>
[[nodiscard]] Call her2k_async(Session& session, Layout layout, Uplo uplo, Op op, std::int64_t n,
                               std::int64_t k, T alpha, const T* A, std::int64_t lda, const T* B,
                               std::int64_t ldb, RealOf<T> beta, T* C, std::int64_t ldc);

/// The same on the process-wide session.
template <ComplexElement T>
[[nodiscard]] Call her2k_async(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k, T alpha,
                               const T* A, std::int64_t lda, const T* B, std::int64_t ldb, RealOf<T> beta,
                               T* C, std::int64_t ldc);

/// her2k_async<std::complex<double>>.
[[nodiscard]] Call zher2k_async(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k,
                                std::complex<double> alpha, const std::complex<double>* A, std::int64_t lda,
                                const std::complex<double>* B, std::int64_t ldb, double beta,
                                std::complex<double>* C, std::int64_t ldc);

/// her2k_async<std::complex<float>>.
[[nodiscard]] Call cher2k_async(Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k,
                                std::complex<float> alpha, const std::complex<float>* A, std::int64_t lda,
                                const std::complex<float>* B, std::int64_t ldb, float beta,
                                std::complex<float>* C, std::int64_t ldc);

}  // namespace hg
