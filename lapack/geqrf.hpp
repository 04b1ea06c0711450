#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// QR factorization, with operands in host memory, on all devices of the process:
///
///     A = Q R
///
/// A is m x n elements. Q is orthogonal (unitary for complex elements), of order m. It is the
/// product of k = min(m, n) reflectors
///
///     Q = H(1) H(2) ... H(k),      H(i) = I - tau(i) v v^H
///
/// with v(1 ... i - 1) = 0 and v(i) = 1. R is upper triangular, min(m, n) x n, and overwrites the upper
/// triangle of A. The elements v(i + 1 ... m) of each reflector overwrite column i below the diagonal.
/// ormqr() multiplies by Q and orgqr() forms its columns; for complex elements use unmqr() and ungqr(). The
/// factorization takes 2 n^2 (m - n / 3) flops if m >= n and 2 m^2 (n - m / 3) otherwise, or four times as
/// many for complex elements.
///
/// @param layout Layout::col_major or Layout::row_major.
/// @param m, n   rows and columns of A, >= 0.
/// @param lda    leading dimension of A: elements between its columns (col_major) or rows (row_major), at
///               least max(1, m) or max(1, n).
/// @param tau    min(m, n) elements. If a column is zero below its diagonal and has a real number on it,
///               tau(i) is 0 and H(i) is the identity.
/// @return       info: 0.
///
/// The diagonal of R is real, even for complex elements, and may have any sign. H(i)^H, not H(i), turns
/// column i into a column of R. Column norms neither overflow nor vanish if elements are near the limits of
/// their type. NaN and Inf in A propagate as in arithmetic.
///
/// Errors: throws Error{invalid_argument}, with the number and the name of the wrong argument,
/// before anything is touched. Throws Error{out_of_memory}. If devices fail before
/// anything is stored, the call starts again on the other devices or on the host device. If they fail later,
/// it throws Error{device_failed} or Error{device_lost}, and A holds neither the matrix nor its factors.
///
/// A row-major call factors a column-major copy of A in host memory, as getrf() does. If it throws, A is
/// unchanged.
///
/// Thread-safe, even on the same session: calls on different matrices overlap on the devices (see also
/// geqrf_async()).
///
/// Source: LAPACK routine GEQRF. Products of reflectors: Schreiber, Van Loan, SIAM J. Sci. Stat. Comput. 10
/// (1989).
template <Element T>
std::int64_t geqrf(Session& session, Layout layout, std::int64_t m, std::int64_t n, T* A, std::int64_t lda,
                   T* tau);

}  // namespace hg

// Declares the LAPACK names and the overloads for the process-wide session.
#include <hg/forms/lapack/geqrf.hpp>
