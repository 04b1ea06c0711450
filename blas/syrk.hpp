#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Symmetric rank-k update of one triangle, with operands in host memory, on all devices of the process:
///
///     C := alpha A A^T + beta C    Op::none:  A is n x k
///     C := alpha A^T A + beta C    otherwise: A is k x n
///
/// C is n x n and symmetric. The update takes n^2 k flops, or 4 n^2 k if elements are complex. For hermitian
/// updates see herk().
///
/// @param layout Layout::col_major or Layout::row_major, for both matrices.
/// @param uplo   the triangle of C that is computed, as C is stored. The other triangle is neither read nor
///               written, so another thread may use it.
/// @param op     Op::trans and Op::conj_trans are the same for real matrices. For complex matrices,
///               Op::conj_trans is rejected.
/// @param n, k   sizes, >= 0. If n is 0, the call does nothing. If k is 0, C := beta C.
/// @param alpha  if 0, A is not read and may be null.
/// @param lda    leading dimension of A as stored: elements between its columns (col_major) or rows
///               (row_major). At least the number of its rows (col_major) or columns (row_major), and at
///               least 1.
/// @param beta   if 0, C is not read, so NaN in C does not propagate.
/// @param C      must not overlap A.
/// @param ldc    leading dimension of C: elements between its columns (col_major) or rows (row_major), at
///               least n, and at least 1.
///
/// Errors: throws Error{invalid_argument}, with the number and the name of the wrong argument, before
/// anything is touched. All other errors are those of gemm(): inputs are unchanged, and each element of C
/// holds its old or its final value.
///
/// Thread-safe, even on the same session: calls on different matrices overlap on the devices (see also
/// syrk_async()).
///
/// Source: BLAS level 3 (Dongarra, Du Croz, Hammarling, Duff, ACM TOMS 16, 1990), routine SYRK.
template <Element T>
void syrk(Session& session, Layout layout, Uplo uplo, Op op, std::int64_t n, std::int64_t k, T alpha,
          const T* A, std::int64_t lda, T beta, T* C, std::int64_t ldc);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/syrk.hpp>
