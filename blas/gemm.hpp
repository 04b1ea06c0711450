#pragma once

#include <cstdint>

#include "blas/types.hpp"

namespace hg {

class Session;

/// General matrix-matrix product on all devices of the process, from and to host memory:
///
///     C := alpha op(A) op(B) + beta C
///
/// op(X) is X, X^T or X^H; op(A) is m x k, op(B) is k x n, C is m x n. 2 m n k flops.
///
/// @param layout  Layout::col_major or Layout::row_major, for all three matrices.
/// @param op_a    op(A). A itself is m x k elements for Op::none, k x m otherwise.
/// @param op_b    op(B). B itself is k x n elements for Op::none, n x k otherwise.
/// @param m, n, k sizes, >= 0. With m or n = 0 nothing is done; with k = 0, C := beta C.
/// @param alpha   with 0, A and B are not read and may be null.
/// @param lda     elements between columns (col_major) or rows (row_major) of A as stored: at least the
/// number of
///                its rows (col_major) or columns (row_major), and at least 1. ldb and ldc likewise.
/// @param beta    with 0, C is not read: NaN there does not spread.
/// @param C       only its m x n elements are written, not the gap up to ldc. Must not overlap A or B.
///
/// Matrices may lie in any host memory and be larger than a device's; those in a HostBuffer skip staging.
/// Devices that fail or are lost are no error as long as another, or the CPU at last, can finish the call:
/// see Session::Statistics::failed_runs. With beta != 0 and C in pinned memory, a device that is lost while
/// it stores is one.
///
/// Throws Error{invalid_argument} with number and name of the wrong argument before anything is touched;
/// Error{out_of_memory}, Error{build_failed}, and where no device is left Error{device_failed} or
/// Error{device_lost}: A and B are as they were, each element of C holds its old or its final value.
/// Thread-safe, also on one session: calls on different matrices overlap on the devices (see gemm_async()
/// too). Source: BLAS level 3 (Dongarra, Du Croz, Hammarling, Duff, ACM TOMS 16, 1990), routine GEMM.
template <class T>
void gemm(Session& session, Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k,
          T alpha, const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta, T* C,
          std::int64_t ldc);

/// The same on the process-wide session.
template <class T>
void gemm(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
          const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta, T* C, std::int64_t ldc);

/// gemm<double>.
void dgemm(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k, double alpha,
           const double* A, std::int64_t lda, const double* B, std::int64_t ldb, double beta, double* C,
           std::int64_t ldc);

/// gemm<float>.
void sgemm(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k, float alpha,
           const float* A, std::int64_t lda, const float* B, std::int64_t ldb, float beta, float* C,
           std::int64_t ldc);

}  // namespace hg
