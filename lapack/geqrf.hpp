#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// QR factorization on all devices of the process, from and to host memory:
///
///     A = Q R
///
/// A is m x n elements, column-major. Q is orthogonal, of complex elements unitary, of order m: the product of k = min(m, n)
/// reflectors
///
///     Q = H(1) H(2) ... H(k),      H(i) = I - tau(i) v v^H
///
/// with v(1 ... i - 1) = 0 and v(i) = 1. R is upper triangular, min(m, n) x n. R overwrites the upper triangle of A,
/// and v(i + 1 ... m) of each reflector what is below it. ormqr() multiplies by Q, orgqr() makes its columns; for complex
/// elements these are unmqr() and ungqr(). It takes 2 n^2 (m - n / 3) flops if m >= n, and 2 m^2 (n - m / 3) if not; with
/// complex elements four times as many.
///
/// @param m, n rows and columns of A, >= 0.
/// @param lda  elements between columns of A, at least max(1, m).
/// @param tau  min(m, n) elements. tau(i) is 0 if the column has nothing but zeros below its diagonal and a real number on
///             it; H(i) is the identity then.
/// @return     info: 0.
///
/// The diagonal of R is real, also of complex elements, and may have any sign. H(i)^H, not H(i), makes column i one of R. Lengths of columns neither overflow nor vanish if elements are near the limits
/// of their type. NaN and Inf in A spread as in arithmetic.
///
/// Errors: Error{invalid_argument} holds the number and the name of the wrong argument, as LAPACK counts
/// them; it is thrown before anything is touched. Error{out_of_memory} and Error{build_failed}. If devices
/// fail before anything is stored, the other devices or the host device begin again. If they fail later,
/// Error{device_failed} or Error{device_lost}: A then holds neither the matrix nor its factors.
///
/// Thread-safe, also on one session: calls on different matrices overlap on the devices (see geqrf_async()
/// too).
///
/// Source: LAPACK routine GEQRF. For the products of reflectors: Schreiber, Van Loan, SIAM J. Sci. Stat. Comput. 10
/// (1989).
template <Element T>
std::int64_t geqrf(Session& session, std::int64_t m, std::int64_t n, T* A, std::int64_t lda, T* tau);

}  // namespace hg

// The names of LAPACK and the forms on the process-wide session.
#include <hg/forms/lapack/geqrf.hpp>
