#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// One triangle of a matrix product, with operands in host memory, on all devices of the process:
///
///     C := alpha op(A) op(B) + beta C
///
/// C is n x n, op(A) is n x k, and op(B) is k x n. For products known to be symmetric, such as A D A^T with B
/// = D A^T, this halves the work of gemm(). The product takes n^2 k flops, or 4 n^2 k if elements are
/// complex.
///
/// @param layout Layout::col_major or Layout::row_major, for all matrices.
/// @param uplo   the triangle of C that is computed, as C is stored. The other triangle is neither read nor
///               written, so another thread may use it.
/// @param op_a   op(A): A, its transpose or its conjugate transpose.
/// @param op_b   op(B): B, its transpose or its conjugate transpose.
/// @param n, k   sizes, >= 0. If n is 0, the call does nothing. If k is 0, C := beta C.
/// @param alpha  if 0, A and B are not read and may be null.
/// @param lda    leading dimension of A as stored: elements between its columns (col_major) or rows
///               (row_major). At least the number of its rows (col_major) or columns (row_major), and at
///               least 1.
/// @param ldb    the same for B.
/// @param beta   if 0, C is not read, so NaN in C does not propagate.
/// @param C      must not overlap A or B.
/// @param ldc    leading dimension of C: elements between its columns (col_major) or rows (row_major), at
///               least n, and at least 1.
///
/// Errors: throws Error{invalid_argument}, with the number and the name of the wrong argument, before
/// anything is touched. All other errors are those of gemm(): A and B are unchanged, and each element of C
/// holds its old or its final value.
///
/// Thread-safe, even on the same session: calls on different matrices overlap on the devices (see also
/// gemmt_async()).
///
/// Source: BLAS of LAPACK 3.12.1, routine GEMMTR, which other libraries call GEMMT. The drop-in library has
/// both names.
template <Element T>
void gemmt(Session& session, Layout layout, Uplo uplo, Op op_a, Op op_b, std::int64_t n, std::int64_t k,
           T alpha, const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta, T* C,
           std::int64_t ldc);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/gemmt.hpp>
