#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Product with a triangular matrix, with operands in host memory, on all devices of the process:
///
///     B := alpha op(A) B    Side::left:  A is m x m; m^2 n flops
///     B := alpha B op(A)    Side::right: A is n x n; m n^2 flops
///
/// B is m x n elements.
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
/// Inf and NaN in B reach exactly those elements of the result that depend on them by the formula.
///
/// Errors: throws Error{invalid_argument}, with the number and the name of the wrong argument, before
/// anything is touched. All other errors are those of gemm(): A is unchanged, and each element of B holds its
/// old or its final value. There is one exception: if a device fails while it stores a tile of B, the rest of
/// the tile may depend on elements that are already stored. The error then says that B is partially_written.
///
/// Thread-safe, even on the same session: calls on different matrices overlap on the devices (see also
/// trmm_async()).
///
/// Source: BLAS level 3 (Dongarra, Du Croz, Hammarling, Duff, ACM TOMS 16, 1990), routine TRMM.
template <Element T>
void trmm(Session& session, Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m,
          std::int64_t n, T alpha, const T* A, std::int64_t lda, T* B, std::int64_t ldb);

}  // namespace hg

// Declares the BLAS names and the overloads for the process-wide session.
#include <hg/forms/blas/trmm.hpp>
