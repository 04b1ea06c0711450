#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

class Session;

/// Inverse of a general matrix from the factors of getrf(), A = P L U, with operands in host memory:
///
///     A := A^-1 = U^-1 L^-1 P^T
///
/// The inverse overwrites the factors. It takes 4 n^3 / 3 flops, or four times as many for complex elements.
/// To solve A X = B, getrs() is faster and more accurate.
///
/// The call runs on one device, the one that is fastest by the performance model. Each element of A is
/// transferred there and back once. If no device holds A, the call copies the factors to host memory of its
/// own, n^2 elements, and solves A X = I as getrs() does, on all devices.
///
/// @param layout Layout::col_major or Layout::row_major.
/// @param n      order of A, >= 0.
/// @param A      n x n elements as returned by getrf(), lda >= max(1, n); overwritten by the inverse.
/// @param ipiv   n elements as returned by getrf(); null for factors computed with Pivoting::none.
/// @return       info: 0, or i > 0 for the first diagonal element U(i, i) that is exactly zero. There is then
///               no inverse, and A is unchanged.
///
/// Errors: throws Error{invalid_argument}, with the number and the name of the wrong argument, before
/// anything is touched. If a device fails before anything is stored, the call starts again on other devices
/// or on the CPU's LAPACK. If these cannot run it (too little memory, or sizes beyond 32 bits), the call
/// throws the error of the last device, and A is unchanged. If a device fails later,
/// `context().partially_written` is true, and A holds neither its factors nor its inverse.
///
/// A row-major call works on a column-major copy of A, as getrf() does. If it throws, A is unchanged.
///
/// Thread-safe, even on the same session: calls on different matrices overlap on the devices (see also
/// getri_async()).
///
/// Source: LAPACK routine GETRI. The order of the steps is that of getrs() with the identity as right-hand
/// sides: columns of the inverse have the backward errors of solutions (J. Du Croz and N. Higham, Stability
/// of methods for matrix inversion, IMA Journal of Numerical Analysis 12, 1992).
template <Element T>
std::int64_t getri(Session& session, Layout layout, std::int64_t n, T* A, std::int64_t lda,
                   const std::int64_t* ipiv);

}  // namespace hg

// Declares the LAPACK names and the overloads for the process-wide session.
#include <hg/forms/lapack/getri.hpp>
