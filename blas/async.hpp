#pragma once

#include <cstdint>

#include "blas/call.hpp"
#include "blas/types.hpp"

namespace hg {

class Session;

/// The products and triangular solves of gemm() and trsm() as calls that return at once:
///
///     hg::Call first = hg::dgemm_async(Layout::col_major, Op::none, Op::none, m, n, k, 1, A, lda, B, ldb, 0,
///     C, m); hg::Call second = hg::dgemm_async(Layout::col_major, Op::none, Op::none, m, n, m, 1, C, m, D,
///     ldd, 0, E, m); second.wait();
///
/// Calls that touch the same host memory, one of them writing it, are done in the order in which they were
/// submitted; here the second waits for the first. All others overlap on the devices, up to 8 at once: while
/// one computes, the next is loaded and the last one stored. Calls that do not return at once wait for those
/// under way that they depend on, too. Tiles of one matrix with one leading dimension are known to be
/// disjoint; matrices with different leading dimensions whose addresses interleave count as the same memory.
///
/// Arguments are checked before these return; a wrong one throws Error{invalid_argument} and nothing is
/// submitted. What else gemm() and trsm() throw is thrown by Call::wait(). A call that fails leaves those
/// after it alone: they go on with what its outputs hold. Matrices must stay where they are until their call
/// has ended; the session until all have, for which its destructor waits. exit() waits for those under
/// way, two seconds at most; after that a call is abandoned, and its Call::wait() throws. Thread-safe; of
/// calls that several threads submit at the same time, the order is not known.

/// C := alpha op(A) op(B) + beta C, as gemm().
template <class T>
[[nodiscard]] Call gemm_async(Session& session, Layout layout, Op op_a, Op op_b, std::int64_t m,
                              std::int64_t n, std::int64_t k, T alpha, const T* A, std::int64_t lda,
                              const T* B, std::int64_t ldb, T beta, T* C, std::int64_t ldc);

/// The same on the process-wide session.
template <class T>
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

/// B := alpha op(A)^-1 B or B := alpha B op(A)^-1, as trsm().
template <class T>
[[nodiscard]] Call trsm_async(Session& session, Layout layout, Side side, Uplo uplo, Op op, Diag diag,
                              std::int64_t m, std::int64_t n, T alpha, const T* A, std::int64_t lda, T* B,
                              std::int64_t ldb);

/// The same on the process-wide session.
template <class T>
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

}  // namespace hg
