#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Cholesky factorization, with operands in host memory, on all devices of the process:
///
///     A = L L^T      Uplo::lower
///     A = U^T U      Uplo::upper
///
/// or, for complex elements, A = L L^H or A = U^H U. A is a positive definite n x n matrix, symmetric or
/// hermitian, of which one triangle is stored. L is lower triangular, U is upper triangular,
/// and their diagonals are positive. The factor overwrites that triangle; the other triangle is neither read
/// nor written. Imaginary parts on the diagonal are not read. The factorization takes n^3 / 3 flops, or 4/3
/// n^3 for complex elements.
///
/// @param layout Layout::col_major or Layout::row_major.
/// @param uplo   the triangle of A that is stored.
/// @param n      order of A, >= 0.
/// @param lda    leading dimension of A: elements between its columns (col_major) or rows (row_major), at
///               least max(1, n).
/// @return       info: 0, or i > 0 if the leading minor of order i is not positive definite. The
///               factorization is then incomplete: the leading triangle of order i - 1 holds the factor of
///               that part of A. A(i, i) holds the would-be square of its diagonal element, which is not
///               positive, or NaN. The contents of the rest of the triangle are undefined.
///
/// If the triangle contains NaN, the factorization fails at the first pivot the NaN reaches.
///
/// Errors: throws Error{invalid_argument}, with the number and the name of the wrong argument,
/// before anything is touched. Throws Error{out_of_memory}. If devices fail before
/// anything is stored, the call starts again on the other devices or on the host device. If they fail later,
/// it throws Error{device_failed} or Error{device_lost}, and A holds neither the matrix nor its factor.
///
/// Row-major calls need no copy: the row-major lower triangle of A is the column-major upper triangle of
/// conj(A), and the same holds for the factors.
///
/// Thread-safe, even on the same session: calls on different matrices overlap on the devices (see also
/// potrf_async()).
///
/// Source: LAPACK routine POTRF.
template <Element T>
std::int64_t potrf(Session& session, Layout layout, Uplo uplo, std::int64_t n, T* A, std::int64_t lda);

}  // namespace hg

// Declares the LAPACK names and the overloads for the process-wide session.
#include <hg/forms/lapack/potrf.hpp>
