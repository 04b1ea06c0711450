#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

/// Level 1 of BLAS: vectors in host memory.
///
/// A vector x is n elements with the increment incx: element i is x[i incx] or, if incx is negative, x[(i - n + 1) incx],
/// so that x[0] is the last one. What lies between elements is neither read nor written.
///
/// The CPU's BLAS does these calls: their operands are in host memory, which the CPU reads sooner than any link to a
/// device. For vectors in the memory of devices there is registers/vector.hpp.
///
/// HG_HOST_BELOW=0 sends all calls to the devices, these too.
///
/// What all functions take, unless they say something else:
///
/// @param n    elements, >= 0. If n is 0, nothing is done.
/// @param incx must not be 0.
/// @param incy likewise.
///
/// A vector that is written must not overlap another one.
///
/// Errors: Error{invalid_argument} holds the number and the name of the wrong argument; it is thrown before anything is
/// touched.
///
/// Thread-safe. Calls that were submitted before and touch the same memory (gemm_async() and its like) are done first.
///
/// Source: BLAS level 1 (Lawson, Hanson, Kincaid, Krogh, ACM TOMS 5, 1979).
namespace hg {

class Session;

/// y := x
template <RealElement T>
void copy(Session& session, std::int64_t n, const T* x, std::int64_t incx, T* y, std::int64_t incy);

/// The same on the process-wide session.
template <RealElement T>
void copy(std::int64_t n, const T* x, std::int64_t incx, T* y, std::int64_t incy);

/// copy<double>.
void dcopy(std::int64_t n, const double* x, std::int64_t incx, double* y, std::int64_t incy);

/// copy<float>.
void scopy(std::int64_t n, const float* x, std::int64_t incx, float* y, std::int64_t incy);

/// x, y := y, x
template <RealElement T>
void swap(Session& session, std::int64_t n, T* x, std::int64_t incx, T* y, std::int64_t incy);

/// The same on the process-wide session.
template <RealElement T>
void swap(std::int64_t n, T* x, std::int64_t incx, T* y, std::int64_t incy);

/// swap<double>.
void dswap(std::int64_t n, double* x, std::int64_t incx, double* y, std::int64_t incy);

/// swap<float>.
void sswap(std::int64_t n, float* x, std::int64_t incx, float* y, std::int64_t incy);

/// x := alpha x; n flops. incx must be positive. NaN and Inf in x are not lost if alpha is 0.
template <RealElement T>
void scal(Session& session, std::int64_t n, T alpha, T* x, std::int64_t incx);

/// The same on the process-wide session.
template <RealElement T>
void scal(std::int64_t n, T alpha, T* x, std::int64_t incx);

/// scal<double>.
void dscal(std::int64_t n, double alpha, double* x, std::int64_t incx);

/// scal<float>.
void sscal(std::int64_t n, float alpha, float* x, std::int64_t incx);

/// y := alpha x + y; 2 n flops. If alpha is 0, x is not read and may be null, and y stays as it is.
template <RealElement T>
void axpy(Session& session, std::int64_t n, T alpha, const T* x, std::int64_t incx, T* y, std::int64_t incy);

/// The same on the process-wide session.
template <RealElement T>
void axpy(std::int64_t n, T alpha, const T* x, std::int64_t incx, T* y, std::int64_t incy);

/// axpy<double>.
void daxpy(std::int64_t n, double alpha, const double* x, std::int64_t incx, double* y, std::int64_t incy);

/// axpy<float>.
void saxpy(std::int64_t n, float alpha, const float* x, std::int64_t incx, float* y, std::int64_t incy);

/// x, y := c x + s y, c y - s x, a plane rotation if c^2 + s^2 = 1; 6 n flops.
template <RealElement T>
void rot(Session& session, std::int64_t n, T* x, std::int64_t incx, T* y, std::int64_t incy, T c, T s);

/// The same on the process-wide session.
template <RealElement T>
void rot(std::int64_t n, T* x, std::int64_t incx, T* y, std::int64_t incy, T c, T s);

/// rot<double>.
void drot(std::int64_t n, double* x, std::int64_t incx, double* y, std::int64_t incy, double c, double s);

/// rot<float>.
void srot(std::int64_t n, float* x, std::int64_t incx, float* y, std::int64_t incy, float c, float s);

/// Returns the sum of x(i) y(i), 0 if n is 0; 2 n flops. x may be y.
template <RealElement T>
T dot(Session& session, std::int64_t n, const T* x, std::int64_t incx, const T* y, std::int64_t incy);

/// The same on the process-wide session.
template <RealElement T>
T dot(std::int64_t n, const T* x, std::int64_t incx, const T* y, std::int64_t incy);

/// dot<double>.
double ddot(std::int64_t n, const double* x, std::int64_t incx, const double* y, std::int64_t incy);

/// dot<float>.
float sdot(std::int64_t n, const float* x, std::int64_t incx, const float* y, std::int64_t incy);

/// Returns the square root of the sum of x(i)^2, 0 if n is 0, without overflow or underflow on the way; 2 n flops.
/// incx must be positive.
template <RealElement T>
T nrm2(Session& session, std::int64_t n, const T* x, std::int64_t incx);

/// The same on the process-wide session.
template <RealElement T>
T nrm2(std::int64_t n, const T* x, std::int64_t incx);

/// nrm2<double>.
double dnrm2(std::int64_t n, const double* x, std::int64_t incx);

/// nrm2<float>.
float snrm2(std::int64_t n, const float* x, std::int64_t incx);

/// Returns the sum of |x(i)|, 0 if n is 0; n flops. incx must be positive.
template <RealElement T>
T asum(Session& session, std::int64_t n, const T* x, std::int64_t incx);

/// The same on the process-wide session.
template <RealElement T>
T asum(std::int64_t n, const T* x, std::int64_t incx);

/// asum<double>.
double dasum(std::int64_t n, const double* x, std::int64_t incx);

/// asum<float>.
float sasum(std::int64_t n, const float* x, std::int64_t incx);

/// Returns the first i, counted from 0, of largest |x(i)|; -1 if n is 0. incx must be positive. What NaN in x gives is
/// for the BLAS that does the call.
template <RealElement T>
std::int64_t iamax(Session& session, std::int64_t n, const T* x, std::int64_t incx);

/// The same on the process-wide session.
template <RealElement T>
std::int64_t iamax(std::int64_t n, const T* x, std::int64_t incx);

/// iamax<double>.
std::int64_t idamax(std::int64_t n, const double* x, std::int64_t incx);

/// iamax<float>.
std::int64_t isamax(std::int64_t n, const float* x, std::int64_t incx);

}  // namespace hg
