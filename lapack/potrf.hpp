#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Cholesky factorization on all devices of the process, from and to host memory:
///
///     A = L L^T      Uplo::lower
///     A = U^T U      Uplo::upper
///
/// and of complex elements A = L L^H or A = U^H U. A is a positive definite matrix of n x n elements, symmetric or hermitian,
/// column-major, of which one triangle is stored. L is lower triangular, U upper triangular, with positive diagonals. The
/// factor overwrites that triangle; the other triangle is neither read nor written. Imaginary parts on the diagonal are not
/// read. It takes n^3 / 3 flops, of complex elements 4/3 n^3.
///
/// @param uplo the triangle.
/// @param n    order of A, >= 0.
/// @param lda  elements between columns of A, at least max(1, n).
/// @return     info: 0, or i > 0 if the leading minor of order i is not positive definite. The factorization
///             could not be completed then: the leading triangle of order i - 1 holds the factor of that part
///             of A, A(i, i) what was to be the square of its diagonal element, which is not positive, or
///             NaN, and what the rest of the triangle holds is not defined.
///
/// NaN in the triangle makes the first pivot fail that it reaches.
///
/// Errors: Error{invalid_argument} holds the number and the name of the wrong argument, as LAPACK counts
/// them; it is thrown before anything is touched. Error{out_of_memory} and Error{build_failed}. If devices
/// fail before anything is stored, the other devices or the host device begin again. If they fail later,
/// Error{device_failed} or Error{device_lost}: A then holds neither the matrix nor its factor.
///
/// Thread-safe, also on one session: calls on different matrices overlap on the devices (see potrf_async()
/// too).
///
/// Source: LAPACK routine POTRF.
template <Element T>
std::int64_t potrf(Session& session, Uplo uplo, std::int64_t n, T* A, std::int64_t lda);

}  // namespace hg

// The names of LAPACK and the forms on the process-wide session.
#include <hg/forms/lapack/potrf.hpp>
