#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>
#include <hg/lapack/lu_options.hpp>

namespace hg {

class Session;

/// LU factorization, with operands in host memory, on all devices of the process:
///
///     A = P L U
///
/// A is m x n elements. L is m x min(m, n), unit lower triangular. U is min(m, n) x n, upper
/// triangular. P is a product of row interchanges. Both factors overwrite A; the unit diagonal of L is not
/// stored. If m = n, the factorization takes 2/3 n^3 flops, or four times as many for complex elements.
///
/// @param layout  Layout::col_major or Layout::row_major.
/// @param m, n    rows and columns of A, >= 0.
/// @param lda     leading dimension of A: elements between its columns (col_major) or rows (row_major), at
///                least max(1, m) or max(1, n).
/// @param ipiv    min(m, n) elements, 1-based: row i was interchanged with row ipiv[i - 1]. With
///                Pivoting::none ipiv may be null; if it is not, ipiv[i - 1] = i.
/// @param options how pivots are chosen. Default: Pivoting::partial.
/// @return        info: 0, or the first i > 0 with U(i, i) exactly zero. Even then the factorization is
///                complete.
///
/// For complex elements, the pivot is the element with the largest sum of magnitudes of its parts, as in
/// LAPACK. NaN and Inf in A propagate as in arithmetic.
///
/// Errors: throws Error{invalid_argument}, with the number and the name of the wrong argument,
/// before anything is touched. Throws Error{out_of_memory}. If devices fail before
/// anything is stored, the call starts again on the other devices or on the host device. If they fail later,
/// it throws Error{device_failed} or Error{device_lost}, and A holds neither the matrix nor its factors.
///
/// A row-major call factors a column-major copy of A in host memory. All cores copy A before and after the
/// factorization. Such a call also throws Error{out_of_memory} if there is no memory for the copy. If it
/// throws, A is unchanged.
///
/// Thread-safe, even on the same session: calls on different matrices overlap on the devices (see also
/// getrf_async()).
///
/// Source: LAPACK routine GETRF. Recursive panel: Toledo, SIAM J. Matrix Anal. Appl. 18 (1997). Tournament:
/// Grigori, Demmel, Xiang, SIAM J. Matrix Anal. Appl. 32 (2011).
template <Element T>
std::int64_t getrf(Session& session, Layout layout, std::int64_t m, std::int64_t n, T* A, std::int64_t lda,
                   std::int64_t* ipiv, const LuOptions& options = {});

}  // namespace hg

// Declares the LAPACK names and the overloads for the process-wide session.
#include <hg/forms/lapack/getrf.hpp>
