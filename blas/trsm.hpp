#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Triangular solve with many right-hand sides on all devices of the process, from and to host memory:
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
/// @param m, n   sizes of B, >= 0. If m or n is 0, nothing is done.
/// @param alpha  if 0, B := 0; A and B are not read.
/// @param lda    elements between columns (col_major) or rows (row_major) of A: at least the order of A, and
///               at least 1.
/// @param B      only its m x n elements are written, not the gap up to ldb. Must not overlap A.
/// @param ldb    elements between columns (col_major) or rows (row_major) of B: at least m (col_major) or n
///               (row_major), and at least 1.
///
/// Diagonal blocks are inverted, so that the work is matrix products. A block whose inverse cannot be trusted
/// is solved by substitution. A is not checked for zeros on its diagonal: they give Inf and NaN, as in BLAS.
///
/// Errors: Error{invalid_argument} holds the number and the name of the wrong argument; it is thrown before
/// anything is touched. All other errors are those of gemm(): A is as it was, and each element of B holds its
/// old or its final value.
///
/// Thread-safe, also on one session: calls on different matrices overlap on the
/// devices (see trsm_async() too).
///
/// Source: BLAS level 3 (Dongarra, Du Croz, Hammarling, Duff, ACM TOMS 16, 1990), routine TRSM.
template <Element T>
void trsm(Session& session, Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m,
          std::int64_t n, T alpha, const T* A, std::int64_t lda, T* B, std::int64_t ldb);

}  // namespace hg

// The names of BLAS and the forms on the process-wide session.
#include <hg/forms/blas/trsm.hpp>
