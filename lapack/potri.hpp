#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Inverse of a symmetric or hermitian positive definite matrix from the factor of potrf(), with operands in
/// host memory:
///
///     A := (L L^T)^-1      Uplo::lower
///     A := (U^T U)^-1      Uplo::upper
///
/// or, for complex elements, A := (L L^H)^-1 or A := (U^H U)^-1; read ^H for ^T below.
///
/// The triangle of the inverse overwrites the same triangle of the factor; the other triangle is neither read
/// nor written. It takes 2 n^3 / 3 flops, or four times as many for complex elements, and no work space. To
/// solve A X = B, potrs() is faster and more accurate.
///
/// The call runs on one device, the one that is fastest by the performance model. Each element of the
/// triangle is transferred there and back once. If no device holds A, it is inverted by halves, with X = L21
/// := L22^-1 L21 L11^-1:
///
///     [L11    ]        [(L11 L11^T)^-1 + X^T X              ]
///     [L21 L22]   ->   [-L22^-T X            (L22 L22^T)^-1 ]
///
/// A half that fits a device is inverted there; the smallest ones are inverted by the CPU. The rest is trsm()
/// and syrk() (herk() for complex elements), with operands in host memory, on all devices.
///
/// @param layout Layout::col_major or Layout::row_major.
/// @param uplo   the triangle that holds the factor, as in potrf().
/// @param n      order of A, >= 0.
/// @param A      n x n elements as returned by potrf().
/// @param lda    leading dimension of A: elements between its columns (col_major) or rows (row_major), at
///               least max(1, n).
/// @return       info: 0, or i > 0 for the first diagonal element (i, i) of the factor that is exactly zero.
///               There is then no inverse, and A is unchanged.
///
/// Errors: throws Error{invalid_argument}, with the number and the name of the wrong argument,
/// before anything is touched. If a device fails before anything is stored, the call starts again on other
/// devices or on the CPU's LAPACK. If these cannot run it (too little memory, or sizes beyond 32 bits), the
/// call throws the error of the last device, and A is unchanged. If a device fails later,
/// `context().partially_written` is true, and A holds neither its factor nor its inverse. Solves and updates
/// of halves complete on other devices or on the CPU.
///
/// Row-major calls need no copy, as in potrf().
///
/// Thread-safe, even on the same session: calls on different matrices overlap on the devices (see also
/// potri_async()).
///
/// Source: LAPACK routine POTRI.
template <Element T>
std::int64_t potri(Session& session, Layout layout, Uplo uplo, std::int64_t n, T* A, std::int64_t lda);

}  // namespace hg

// Declares the LAPACK names and the overloads for the process-wide session.
#include <hg/forms/lapack/potri.hpp>
