#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Product with a symmetric matrix, with operands in host memory, on all devices of the process:
///
///     C := alpha A B + beta C    Side::left:  A is m x m; 2 m^2 n flops
///     C := alpha B A + beta C    Side::right: A is n x n; 2 m n^2 flops
///
/// B and C are m x n elements.
///
/// @param layout Layout::col_major or Layout::row_major, for all three matrices.
/// @param uplo   the triangle of A that is read, as A is stored; the other triangle may hold anything.
/// @param m, n   sizes of C, >= 0. If m or n is 0, the call does nothing.
/// @param alpha  if 0, A and B are not read and may be null.
/// @param lda    leading dimension of A: elements between its columns (col_major) or rows (row_major), at
///               least the order of A, and at least 1.
/// @param ldb    the same for B: at least m (col_major) or n (row_major), and at least 1.
/// @param beta   if 0, C is not read, so NaN in C does not propagate.
/// @param C      only its m x n elements are written, not the gap up to ldc. C must not overlap A or B.
/// @param ldc    as ldb, for C.
///
/// Errors: throws Error{invalid_argument}, with the number and the name of the wrong argument, before
/// anything is touched. All other errors are those of gemm(): inputs are unchanged, and each element of C
/// holds its old or its final value.
///
/// Thread-safe, even on the same session: calls on different matrices overlap on the devices (see also
/// symm_async()).
///
/// Source: BLAS level 3 (Dongarra, Du Croz, Hammarling, Duff, ACM TOMS 16, 1990), routine SYMM.
template <Element T>
void symm(Session& session, Layout layout, Side side, Uplo uplo, std::int64_t m, std::int64_t n, T alpha,
          const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta, T* C, std::int64_t ldc);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/symm.hpp>
