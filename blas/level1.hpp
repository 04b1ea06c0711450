#pragma once

#include <complex>
#include <cstdint>

#include <hg/blas/types.hpp>

/// Level 1 of BLAS: vectors in host memory.
///
/// A vector x is n elements with the increment incx: element i is x[i incx] or, if incx is negative, x[(i - n + 1) incx],
/// so that x[0] is the last one. What lies between elements is neither read nor written.
///
/// Elements are real or complex. Names are those of BLAS: zdrot and zdscal take real numbers for complex vectors, dznrm2 and
/// dzasum return them.
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
template <Element T>
void copy(Session& session, std::int64_t n, const T* x, std::int64_t incx, T* y, std::int64_t incy);

/// The same on the process-wide session.
template <Element T>
void copy(std::int64_t n, const T* x, std::int64_t incx, T* y, std::int64_t incy);

/// copy<double>.
void dcopy(std::int64_t n, const double* x, std::int64_t incx, double* y, std::int64_t incy);

/// copy<float>.
void scopy(std::int64_t n, const float* x, std::int64_t incx, float* y, std::int64_t incy);

/// copy<std::complex<double>>.
void zcopy(std::int64_t n, const std::complex<double>* x, std::int64_t incx, std::complex<double>* y,
           std::int64_t incy);

/// copy<std::complex<float>>.
void ccopy(std::int64_t n, const std::complex<float>* x, std::int64_t incx, std::complex<float>* y,
           std::int64_t incy);

/// x, y := y, x
template <Element T>
void swap(Session& session, std::int64_t n, T* x, std::int64_t incx, T* y, std::int64_t incy);

/// The same on the process-wide session.
template <Element T>
void swap(std::int64_t n, T* x, std::int64_t incx, T* y, std::int64_t incy);

/// swap<double>.
void dswap(std::int64_t n, double* x, std::int64_t incx, double* y, std::int64_t incy);

/// swap<float>.
void sswap(std::int64_t n, float* x, std::int64_t incx, float* y, std::int64_t incy);

/// swap<std::complex<double>>.
void zswap(std::int64_t n, std::complex<double>* x, std::int64_t incx, std::complex<double>* y,
           std::int64_t incy);

/// swap<std::complex<float>>.
void cswap(std::int64_t n, std::complex<float>* x, std::int64_t incx, std::complex<float>* y,
           std::int64_t incy);

/// x := alpha x; n flops, 6 n if x is complex. incx must be positive. If alpha is 0, what NaN
/// and Inf in x become is for the BLAS that does the call: themselves, or 0.
template <Element T>
void scal(Session& session, std::int64_t n, T alpha, T* x, std::int64_t incx);

/// The same on the process-wide session.
template <Element T>
void scal(std::int64_t n, T alpha, T* x, std::int64_t incx);

/// scal<double>.
void dscal(std::int64_t n, double alpha, double* x, std::int64_t incx);

/// scal<float>.
void sscal(std::int64_t n, float alpha, float* x, std::int64_t incx);

/// scal<std::complex<double>>.
void zscal(std::int64_t n, std::complex<double> alpha, std::complex<double>* x, std::int64_t incx);

/// scal<std::complex<float>>.
void cscal(std::int64_t n, std::complex<float> alpha, std::complex<float>* x, std::int64_t incx);

/// The same with a real alpha for a complex x; 2 n flops.
template <ComplexElement T>
void scal(Session& session, std::int64_t n, RealOf<T> alpha, T* x, std::int64_t incx);

/// The same on the process-wide session.
template <ComplexElement T>
void scal(std::int64_t n, RealOf<T> alpha, T* x, std::int64_t incx);

/// scal<std::complex<double>> with a real alpha.
void zdscal(std::int64_t n, double alpha, std::complex<double>* x, std::int64_t incx);

/// scal<std::complex<float>> with a real alpha.
void csscal(std::int64_t n, float alpha, std::complex<float>* x, std::int64_t incx);

/// y := alpha x + y; 2 n flops, 8 n if they are complex. If alpha is 0, x is not read and may be null, and y stays as it is.
template <Element T>
void axpy(Session& session, std::int64_t n, T alpha, const T* x, std::int64_t incx, T* y, std::int64_t incy);

/// The same on the process-wide session.
template <Element T>
void axpy(std::int64_t n, T alpha, const T* x, std::int64_t incx, T* y, std::int64_t incy);

/// axpy<double>.
void daxpy(std::int64_t n, double alpha, const double* x, std::int64_t incx, double* y, std::int64_t incy);

/// axpy<float>.
void saxpy(std::int64_t n, float alpha, const float* x, std::int64_t incx, float* y, std::int64_t incy);

/// axpy<std::complex<double>>.
void zaxpy(std::int64_t n, std::complex<double> alpha, const std::complex<double>* x, std::int64_t incx,
           std::complex<double>* y, std::int64_t incy);

/// axpy<std::complex<float>>.
void caxpy(std::int64_t n, std::complex<float> alpha, const std::complex<float>* x, std::int64_t incx,
           std::complex<float>* y, std::int64_t incy);

/// x, y := c x + s y, c y - s x, a plane rotation if c^2 + s^2 = 1; 6 n flops, 12 n if x and y are complex: c and s are
/// real.
template <Element T>
void rot(Session& session, std::int64_t n, T* x, std::int64_t incx, T* y, std::int64_t incy, RealOf<T> c,
         RealOf<T> s);

/// The same on the process-wide session.
template <Element T>
void rot(std::int64_t n, T* x, std::int64_t incx, T* y, std::int64_t incy, RealOf<T> c, RealOf<T> s);

/// rot<double>.
void drot(std::int64_t n, double* x, std::int64_t incx, double* y, std::int64_t incy, double c, double s);

/// rot<float>.
void srot(std::int64_t n, float* x, std::int64_t incx, float* y, std::int64_t incy, float c, float s);

/// rot<std::complex<double>>.
void zdrot(std::int64_t n, std::complex<double>* x, std::int64_t incx, std::complex<double>* y,
           std::int64_t incy, double c, double s);

/// rot<std::complex<float>>.
void csrot(std::int64_t n, std::complex<float>* x, std::int64_t incx, std::complex<float>* y,
           std::int64_t incy, float c, float s);

/// Returns the sum of x(i) y(i) of real vectors, 0 if n is 0; 2 n flops. x may be y.
template <RealElement T>
T dot(Session& session, std::int64_t n, const T* x, std::int64_t incx, const T* y, std::int64_t incy);

/// The same on the process-wide session.
template <RealElement T>
T dot(std::int64_t n, const T* x, std::int64_t incx, const T* y, std::int64_t incy);

/// dot<double>.
double ddot(std::int64_t n, const double* x, std::int64_t incx, const double* y, std::int64_t incy);

/// dot<float>.
float sdot(std::int64_t n, const float* x, std::int64_t incx, const float* y, std::int64_t incy);

/// Returns the sum of x(i) y(i) of complex vectors, 0 if n is 0; 8 n flops. x may be y.
template <ComplexElement T>
T dotu(Session& session, std::int64_t n, const T* x, std::int64_t incx, const T* y, std::int64_t incy);

/// The same on the process-wide session.
template <ComplexElement T>
T dotu(std::int64_t n, const T* x, std::int64_t incx, const T* y, std::int64_t incy);

/// dotu<std::complex<double>>.
std::complex<double> zdotu(std::int64_t n, const std::complex<double>* x, std::int64_t incx,
                           const std::complex<double>* y, std::int64_t incy);

/// dotu<std::complex<float>>.
std::complex<float> cdotu(std::int64_t n, const std::complex<float>* x, std::int64_t incx,
                          const std::complex<float>* y, std::int64_t incy);

/// Returns the sum of conj(x(i)) y(i) of complex vectors, 0 if n is 0; 8 n flops. x may be y.
template <ComplexElement T>
T dotc(Session& session, std::int64_t n, const T* x, std::int64_t incx, const T* y, std::int64_t incy);

/// The same on the process-wide session.
template <ComplexElement T>
T dotc(std::int64_t n, const T* x, std::int64_t incx, const T* y, std::int64_t incy);

/// dotc<std::complex<double>>.
std::complex<double> zdotc(std::int64_t n, const std::complex<double>* x, std::int64_t incx,
                           const std::complex<double>* y, std::int64_t incy);

/// dotc<std::complex<float>>.
std::complex<float> cdotc(std::int64_t n, const std::complex<float>* x, std::int64_t incx,
                          const std::complex<float>* y, std::int64_t incy);

/// Returns the square root of the sum of |x(i)|^2, 0 if n is 0, without overflow or underflow on the way; 2 n flops, 4 n if
/// x is complex.
/// incx must be positive.
template <Element T>
RealOf<T> nrm2(Session& session, std::int64_t n, const T* x, std::int64_t incx);

/// The same on the process-wide session.
template <Element T>
RealOf<T> nrm2(std::int64_t n, const T* x, std::int64_t incx);

/// nrm2<double>.
double dnrm2(std::int64_t n, const double* x, std::int64_t incx);

/// nrm2<float>.
float snrm2(std::int64_t n, const float* x, std::int64_t incx);

/// nrm2<std::complex<double>>.
double dznrm2(std::int64_t n, const std::complex<double>* x, std::int64_t incx);

/// nrm2<std::complex<float>>.
float scnrm2(std::int64_t n, const std::complex<float>* x, std::int64_t incx);

/// Returns the sum of |x(i)|, 0 if n is 0; n flops. Of a complex x(i) that is the sum of both parts' magnitudes; 2 n flops.
/// incx must be positive.
template <Element T>
RealOf<T> asum(Session& session, std::int64_t n, const T* x, std::int64_t incx);

/// The same on the process-wide session.
template <Element T>
RealOf<T> asum(std::int64_t n, const T* x, std::int64_t incx);

/// asum<double>.
double dasum(std::int64_t n, const double* x, std::int64_t incx);

/// asum<float>.
float sasum(std::int64_t n, const float* x, std::int64_t incx);

/// asum<std::complex<double>>.
double dzasum(std::int64_t n, const std::complex<double>* x, std::int64_t incx);

/// asum<std::complex<float>>.
float scasum(std::int64_t n, const std::complex<float>* x, std::int64_t incx);

/// Returns the first i, counted from 0, of largest |x(i)|, as asum() has it; -1 if n is 0. incx must be positive. What NaN in x gives is
/// for the BLAS that does the call.
template <Element T>
std::int64_t iamax(Session& session, std::int64_t n, const T* x, std::int64_t incx);

/// The same on the process-wide session.
template <Element T>
std::int64_t iamax(std::int64_t n, const T* x, std::int64_t incx);

/// iamax<double>.
std::int64_t idamax(std::int64_t n, const double* x, std::int64_t incx);

/// iamax<float>.
std::int64_t isamax(std::int64_t n, const float* x, std::int64_t incx);

/// iamax<std::complex<double>>.
std::int64_t izamax(std::int64_t n, const std::complex<double>* x, std::int64_t incx);

/// iamax<std::complex<float>>.
std::int64_t icamax(std::int64_t n, const std::complex<float>* x, std::int64_t incx);

}  // namespace hg
