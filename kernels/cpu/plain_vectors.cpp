#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/cpu/plain_parts.hpp"
#include "kernels/cpu/plain_vector.hpp"

namespace hg::kernels {
namespace {

// What the reference BLAS does: increments of 0 repeat one element, and routines of one vector do nothing if its
// increment is not positive.

template <class T>
void copy(const int* n, const T* x, const int* incx, T* y, const int* incy) {
    const Vector<const T> from(x, *n, *incx);
    const Vector<T> to(y, *n, *incy);
    for (Index i = 0; i < *n; ++i) to[i] = from[i];
}

template <class T>
void swap(const int* n, T* x, const int* incx, T* y, const int* incy) {
    const Vector<T> a(x, *n, *incx), b(y, *n, *incy);
    for (Index i = 0; i < *n; ++i) std::swap(a[i], b[i]);
}

template <class T>
void scal(const int* n, const T* alpha, T* x, const int* incx) {
    for (Index i = 0; *incx > 0 && i < *n; ++i) x[i * *incx] *= *alpha;
}

template <class T>
void axpy(const int* n, const T* alpha, const T* x, const int* incx, T* y, const int* incy) {
    const Vector<const T> a(x, *n, *incx);
    const Vector<T> b(y, *n, *incy);
    for (Index i = 0; *alpha != T{0} && i < *n; ++i) b[i] += *alpha * a[i];
}

template <class T>
void rot(const int* n, T* x, const int* incx, T* y, const int* incy, const T* c, const T* s) {
    const Vector<T> a(x, *n, *incx), b(y, *n, *incy);
    for (Index i = 0; i < *n; ++i) {
        const T turned = *c * a[i] + *s * b[i];
        b[i] = *c * b[i] - *s * a[i];
        a[i] = turned;
    }
}

template <class T>
T dot(const int* n, const T* x, const int* incx, const T* y, const int* incy) {
    const Vector<const T> a(x, *n, *incx), b(y, *n, *incy);
    T sum = 0;
    for (Index i = 0; i < *n; ++i) sum += a[i] * b[i];
    return sum;
}

/// Of elements divided by the largest: their squares neither overflow nor vanish.
template <class T>
T nrm2(const int* n, const T* x, const int* incx) {
    T largest = 0;
    for (Index i = 0; *incx > 0 && i < *n; ++i) {
        const T element = std::abs(x[i * *incx]);
        if (std::isnan(element)) return element;
        largest = std::max(largest, element);
    }
    if (largest == T{0} || std::isinf(largest)) return largest;
    T sum = 0;
    for (Index i = 0; i < *n; ++i) {
        const T part = x[i * *incx] / largest;
        sum += part * part;
    }
    return largest * std::sqrt(sum);
}

template <class T>
T asum(const int* n, const T* x, const int* incx) {
    T sum = 0;
    for (Index i = 0; *incx > 0 && i < *n; ++i) sum += std::abs(x[i * *incx]);
    return sum;
}

/// Counts from 1; 0 if there is no element.
template <class T>
int iamax(const int* n, const T* x, const int* incx) {
    if (*n < 1 || *incx <= 0) return 0;
    int best = 0;
    for (int i = 1; i < *n; ++i)
        if (std::abs(x[Index{i} * *incx]) > std::abs(x[Index{best} * *incx])) best = i;
    return best + 1;
}

}  // namespace

template <class T>
void set_plain_vectors(CpuRoutines<T>& routines) noexcept {
    routines.copy = copy<T>;
    routines.swap = swap<T>;
    routines.scal = scal<T>;
    routines.axpy = axpy<T>;
    routines.rot = rot<T>;
    routines.dot = dot<T>;
    routines.nrm2 = nrm2<T>;
    routines.asum = asum<T>;
    routines.iamax = iamax<T>;
}

template void set_plain_vectors(CpuRoutines<double>&) noexcept;
template void set_plain_vectors(CpuRoutines<float>&) noexcept;

}  // namespace hg::kernels
