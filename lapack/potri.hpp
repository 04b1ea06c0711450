#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Inverse of a symmetric or hermitian positive definite matrix with the factor of potrf(), from and to host memory:
///
///     A := (L L^T)^-1      Uplo::lower
///     A := (U^T U)^-1      Uplo::upper
///
/// and of complex elements A := (L L^H)^-1 or A := (U^H U)^-1, for which H stands in the place of T below.
///
/// The triangle that holds the factor is overwritten by the same triangle of the inverse; the other one is
/// neither read nor written. It takes 2 n^3 / 3 flops, of complex elements four times as many, and no work space. To solve A X = B, potrs() is faster
/// and more accurate.
///
/// One device does it, the one that is soonest by the machine's model: each element of the triangle goes there and comes
/// back once. If no device holds A, it is inverted by halves, with X = L21 := L22^-1 L21 L11^-1:
///
///     [L11    ]        [(L11 L11^T)^-1 + X^T X              ]
///     [L21 L22]   ->   [-L22^-T X            (L22 L22^T)^-1 ]
///
/// Halves that a device holds are inverted there, the smallest ones by the CPU. All else is trsm() and syrk(), or herk(), from and to
/// host memory, on all devices.
///
/// @param uplo the triangle, as in potrf().
/// @param n    order of A, >= 0.
/// @param A    n x n elements, column-major, as potrf() left them.
/// @param lda  elements between columns of A, at least max(1, n).
/// @return     info: 0, or i > 0 for the first diagonal element (i, i) of the factor that is exactly zero.
///             There is no inverse then, and A is as it was.
///
/// Errors: Error{invalid_argument} holds the number and the name of the wrong argument, as LAPACK counts
/// them; it is thrown before anything is touched. If a device fails before anything is stored, other devices
/// or the CPU's LAPACK begin again. If these cannot (memory is lacking, or sizes are beyond 32 bits), the
/// error is that of the last device, and A is as it was. If a device fails later,
/// `context().partially_written` is true, and A holds neither its factor nor its inverse. Solves and updates
/// of halves end on other devices or on the CPU.
///
/// Thread-safe, also on one session: calls on different matrices overlap on the devices (see potri_async()
/// too).
///
/// Source: LAPACK routine POTRI.
template <Element T>
std::int64_t potri(Session& session, Uplo uplo, std::int64_t n, T* A, std::int64_t lda);

}  // namespace hg

// The names of LAPACK and the forms on the process-wide session.
#include <hg/forms/lapack/potri.hpp>
