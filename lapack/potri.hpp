#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Inverse of a symmetric positive definite matrix with the factor of potrf(), on all devices of the process,
/// from and to host memory:
///
///     A := (L L^T)^-1      Uplo::lower
///     A := (U^T U)^-1      Uplo::upper
///
/// The triangle that holds the factor is overwritten by the same triangle of the inverse; the other one is
/// neither read nor written. It takes 2 n^3 / 3 flops and no work space. To solve A X = B, potrs() is faster
/// and more accurate.
///
/// A is inverted by halves, with X = L21 := L22^-1 L21 L11^-1:
///
///     [L11    ]        [(L11 L11^T)^-1 + X^T X              ]
///     [L21 L22]   ->   [-L22^-T X            (L22 L22^T)^-1 ]
///
/// Each half is inverted likewise, the smallest ones by the CPU. All else is trsm() and syrk() from and to
/// host memory: about 3 n^2 elements go to the devices, and 2 n^2 come back.
///
/// @param uplo the triangle, as in potrf().
/// @param n    order of A, >= 0.
/// @param A    n x n elements, column-major, as potrf() left them.
/// @param lda  elements between columns of A, at least max(1, n).
/// @return     info: 0, or i > 0 for the first diagonal element (i, i) of the factor that is exactly zero.
///             There is no inverse then, and A is as it was.
///
/// Errors: Error{invalid_argument} holds the number and the name of the wrong argument, as LAPACK counts
/// them; it is thrown before anything is touched. What devices that fail leave undone, other devices or the
/// CPU's BLAS do. If these cannot (memory is lacking, or sizes are beyond 32 bits), the error is that of
/// trsm() or syrk(). Either A is as it was then, or `context().spoilt` is true, and A holds neither its
/// factor nor its inverse.
///
/// Thread-safe, also on one session: calls on different matrices overlap on the devices (see potri_async()
/// too).
///
/// Source: LAPACK routine POTRI.
template <RealElement T>
std::int64_t potri(Session& session, Uplo uplo, std::int64_t n, T* A, std::int64_t lda);

/// The same on the process-wide session.
template <RealElement T>
std::int64_t potri(Uplo uplo, std::int64_t n, T* A, std::int64_t lda);

/// potri<double>.
std::int64_t dpotri(Uplo uplo, std::int64_t n, double* A, std::int64_t lda);

/// potri<float>.
std::int64_t spotri(Uplo uplo, std::int64_t n, float* A, std::int64_t lda);

}  // namespace hg
