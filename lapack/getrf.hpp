#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>
#include <hg/lapack/lu_options.hpp>

namespace hg {

class Session;

/// LU factorization on all devices of the process, from and to host memory:
///
///     A = P L U
///
/// A is m x n elements, column-major. L is m x min(m, n), unit lower triangular. U is min(m, n) x n, upper
/// triangular. P is a product of interchanges. Both factors overwrite A; the ones of L are not stored. It
/// takes 2/3 n^3 flops if m = n, of complex elements four times as many.
///
/// @param m, n    rows and columns of A, >= 0.
/// @param lda     elements between columns of A, at least max(1, m).
/// @param ipiv    min(m, n) elements, counted from 1: row i was interchanged with row ipiv[i - 1]. With
///                Pivoting::none it may be null; if not null, ipiv[i - 1] = i.
/// @param options how pivots are chosen; Pivoting::partial by default.
/// @return        info: 0, or i > 0 for the first i with U(i, i) exactly zero. The factorization is complete
///                then, too.
///
/// Of complex elements the pivot is the one whose parts have the largest sum of magnitudes, as in LAPACK. NaN and Inf in A
/// spread as in arithmetic.
///
/// Errors: Error{invalid_argument} holds the number and the name of the wrong argument, as LAPACK counts
/// them; it is thrown before anything is touched. Error{out_of_memory} and Error{build_failed}. If devices
/// fail before anything is stored, the other devices or the host device begin again. If they fail later,
/// Error{device_failed} or Error{device_lost}: A then holds neither the matrix nor its factors.
///
/// Thread-safe, also on one session: calls on different matrices overlap on the
/// devices (see getrf_async() too).
///
/// Source: LAPACK routine GETRF. For the recursive panel: Toledo, SIAM J. Matrix Anal. Appl. 18 (1997). For
/// the tournament: Grigori, Demmel, Xiang, SIAM J. Matrix Anal. Appl. 32 (2011).
template <Element T>
std::int64_t getrf(Session& session, std::int64_t m, std::int64_t n, T* A, std::int64_t lda,
                   std::int64_t* ipiv, const LuOptions& options = {});

}  // namespace hg

// The names of LAPACK and the forms on the process-wide session.
#include <hg/forms/lapack/getrf.hpp>
