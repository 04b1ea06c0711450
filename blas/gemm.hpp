#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// General matrix-matrix product, with operands in host memory, on all devices of the process:
///
///     C := alpha op(A) op(B) + beta C
///
/// op(X) is X, X^T or X^H. op(A) is m x k, op(B) is k x n, and C is m x n. The product takes 2 m n k flops,
/// or 8 m n k if elements are complex.
///
/// @param layout  Layout::col_major or Layout::row_major, for all three matrices.
/// @param op_a    op(A). A as stored is m x k elements if op_a is Op::none, else k x m.
/// @param op_b    op(B). B as stored is k x n elements if op_b is Op::none, else n x k.
/// @param m, n, k sizes, >= 0. If m or n is 0, the call does nothing. If k is 0, C := beta C.
/// @param alpha   if 0, A and B are not read and may be null.
/// @param lda     leading dimension of A as stored: elements between its columns (col_major) or rows
///                (row_major). At least the number of its rows (col_major) or columns (row_major), and at
///                least 1.
/// @param ldb     the same for B.
/// @param beta    if 0, C is not read, so NaN in C does not propagate.
/// @param C       only its m x n elements are written, not the gap up to ldc. C must not overlap A or B.
/// @param ldc     the same for C.
///
/// The matrices may be anywhere in host memory, and may be larger than a device's memory. Transfers to and
/// from a HostBuffer need no staging.
///
/// Errors: throws Error{invalid_argument}, with the number and the name of the wrong argument, before
/// anything is touched. Throws Error{out_of_memory}. Throws Error{device_failed}, Error{build_failed} or
/// Error{device_lost} if no device is left. After an error A and B are unchanged, and each element of C holds
/// its old or its final value.
///
/// If a device fails or is lost, that is not an error as long as another device, or finally the CPU, can
/// finish the call: see Session::Statistics::failed_runs. There is one exception: a device is lost while it
/// stores into C, C is in pinned memory, and beta != 0.
///
/// Thread-safe, even on the same session: calls on different matrices overlap on the devices (see also
/// gemm_async()).
///
/// Source: BLAS level 3 (Dongarra, Du Croz, Hammarling, Duff, ACM TOMS 16, 1990), routine GEMM.
template <Element T>
void gemm(Session& session, Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k,
          T alpha, const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta, T* C,
          std::int64_t ldc);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/gemm.hpp>
