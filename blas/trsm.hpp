#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Triangular solve with many right-hand sides, with operands in host memory, on all devices of the process:
///
///     op(A) X = alpha B    Side::left:  A is m x m, the solve takes m^2 n flops
///     X op(A) = alpha B    Side::right: A is n x n, the solve takes m n^2 flops
///
/// X is m x n elements and overwrites B.
///
/// @param layout Layout::col_major or Layout::row_major, for both matrices.
/// @param uplo   the triangle of A that is read, as A is stored; the other triangle may hold anything.
/// @param op     op(A) is A, A^T or A^H.
/// @param diag   if Diag::unit, the diagonal of A is taken as ones and not read.
/// @param m, n   sizes of B, >= 0. If m or n is 0, the call does nothing.
/// @param alpha  if 0, B := 0; A and B are not read.
/// @param lda    leading dimension of A: elements between its columns (col_major) or rows (row_major), at
///               least the order of A, and at least 1.
/// @param B      only its m x n elements are written, not the gap up to ldb. B must not overlap A.
/// @param ldb    leading dimension of B: elements between its columns (col_major) or rows (row_major), at
///               least m (col_major) or n (row_major), and at least 1.
///
/// hg inverts diagonal blocks, so most of the work is matrix products. If the inverse of a block is not
/// accurate enough, the block is solved by substitution. hg does not check the diagonal of A for zeros: they
/// give Inf and NaN, as in BLAS.
///
/// Errors: throws Error{invalid_argument}, with the number and the name of the wrong argument, before
/// anything is touched. All other errors are those of gemm(): A is unchanged, and each element of B holds its
/// old or its final value.
///
/// Thread-safe, even on the same session: calls on different matrices overlap on the devices (see also
/// trsm_async()).
///
/// Source: BLAS level 3 (Dongarra, Du Croz, Hammarling, Duff, ACM TOMS 16, 1990), routine TRSM.
template <Element T>
void trsm(Session& session, Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m,
          std::int64_t n, T alpha, const T* A, std::int64_t lda, T* B, std::int64_t ldb);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/trsm.hpp>
