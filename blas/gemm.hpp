#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// General matrix-matrix product on all devices of the process, from and to host memory:
///
///     C := alpha op(A) op(B) + beta C
///
/// op(X) is X, X^T or X^H. op(A) is m x k, op(B) is k x n, C is m x n. The product takes 2 m n k flops, or 8 m n k if
/// elements are complex.
///
/// @param layout  Layout::col_major or Layout::row_major, for all three matrices.
/// @param op_a    op(A). A itself is m x k elements if op_a is Op::none, else k x m.
/// @param op_b    op(B). B itself is k x n elements if op_b is Op::none, else n x k.
/// @param m, n, k sizes, >= 0. If m or n is 0, nothing is done. If k is 0, C := beta C.
/// @param alpha   if 0, A and B are not read and may be null.
/// @param lda     elements between columns (col_major) or rows (row_major) of A as stored: at least the
///                number of its rows (col_major) or columns (row_major), and at least 1.
/// @param ldb     the same for B.
/// @param beta    if 0, C is not read: NaN in C does not spread.
/// @param C       only its m x n elements are written, not the gap up to ldc. Must not overlap A or B.
/// @param ldc     the same for C.
///
/// The matrices may lie in any host memory, and may be larger than a device's memory. Transfers from and to a
/// HostBuffer need no staging.
///
/// Errors: Error{invalid_argument} holds the number and the name of the wrong argument; it is thrown before
/// anything is touched. Error{out_of_memory} and Error{build_failed}. Error{device_failed} or
/// Error{device_lost} if no device is left. After an error A and B are as they were, and each element of C
/// holds its old or its final value.
///
/// A device that fails or is lost is no error if another device, or at last the CPU, can finish the call: see
/// Session::Statistics::failed_runs. There is one exception: a device is lost while it stores into C, C lies
/// in pinned memory, and beta != 0.
///
/// Thread-safe, also on one session: calls on different matrices overlap on the
/// devices (see gemm_async() too).
///
/// Source: BLAS level 3 (Dongarra, Du Croz, Hammarling, Duff, ACM TOMS 16, 1990), routine GEMM.
template <Element T>
void gemm(Session& session, Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k,
          T alpha, const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta, T* C,
          std::int64_t ldc);

}  // namespace hg

// The names of BLAS and the forms on the process-wide session.
#include <hg/forms/blas/gemm.hpp>
