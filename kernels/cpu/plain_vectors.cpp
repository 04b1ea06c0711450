#include <algorithm>
#include <cmath>
#include <complex>
#include <concepts>
#include <limits>
#include <type_traits>
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

/// alpha may be real if elements are complex.
template <class T, class Number>
void scal(const int* n, const Number* alpha, T* x, const int* incx) {
    if (*alpha == Number{1}) return;
    for (Index i = 0; *incx > 0 && i < *n; ++i) x[i * *incx] *= *alpha;
}

template <class T>
void axpy(const int* n, const T* alpha, const T* x, const int* incx, T* y, const int* incy) {
    const Vector<const T> a(x, *n, *incx);
    const Vector<T> b(y, *n, *incy);
    for (Index i = 0; *alpha != T{0} && i < *n; ++i) b[i] += *alpha * a[i];
}

template <class T>
void rot(const int* n, T* x, const int* incx, T* y, const int* incy, const PartOf<T>* c, const PartOf<T>* s) {
    const Vector<T> a(x, *n, *incx), b(y, *n, *incy);
    for (Index i = 0; i < *n; ++i) {
        const T turned = *c * a[i] + *s * b[i];
        b[i] = *c * b[i] - *s * a[i];
        a[i] = turned;
    }
}

/// dot, dotu and dotc.
template <class T, bool conjugates>
T dot(const int* n, const T* x, const int* incx, const T* y, const int* incy) {
    const Vector<const T> a(x, *n, *incx), b(y, *n, *incy);
    T sum = 0;
    for (Index i = 0; i < *n; ++i) sum += conjugated_if(conjugates, a[i]) * b[i];
    return sum;
}

/// act(part) for the element, or for both parts of a complex one.
template <std::floating_point T, class Act>
void for_each_part(T x, const Act& act) {
    act(x);
}
template <class Part, class Act>
void for_each_part(std::complex<Part> x, const Act& act) {
    act(x.real());
    act(x.imag());
}

/// Of parts divided by the largest: their squares neither overflow nor vanish.
template <class T>
PartOf<T> nrm2(const int* n, const T* x, const int* incx) {
    using Part = PartOf<T>;
    Part largest = 0;
    bool any_nan = false;
    for (Index i = 0; *incx > 0 && i < *n; ++i)
        for_each_part(x[i * *incx], [&](Part part) {
            any_nan = any_nan || std::isnan(part);
            largest = std::max(largest, std::abs(part));
        });
    if (any_nan) return std::numeric_limits<Part>::quiet_NaN();
    if (largest == Part{0} || std::isinf(largest)) return largest;
    Part sum = 0;
    for (Index i = 0; i < *n; ++i)
        for_each_part(x[i * *incx], [&](Part part) { sum += (part / largest) * (part / largest); });
    return largest * std::sqrt(sum);
}

template <class T>
PartOf<T> asum(const int* n, const T* x, const int* incx) {
    PartOf<T> sum = 0;
    for (Index i = 0; *incx > 0 && i < *n; ++i) sum += magnitude(x[i * *incx]);
    return sum;
}

/// Counts from 1; 0 if there is no element.
template <class T>
int iamax(const int* n, const T* x, const int* incx) {
    if (*n < 1 || *incx <= 0) return 0;
    int best = 0;
    for (int i = 1; i < *n; ++i)
        if (magnitude(x[Index{i} * *incx]) > magnitude(x[Index{best} * *incx])) best = i;
    return best + 1;
}

}  // namespace

template <class T>
void set_plain_vectors(CpuRoutines<T>& routines) noexcept {
    routines.copy = copy<T>;
    routines.swap = swap<T>;
    routines.scal = scal<T, T>;
    routines.axpy = axpy<T>;
    routines.rot = rot<T>;
    routines.nrm2 = nrm2<T>;
    routines.asum = asum<T>;
    routines.iamax = iamax<T>;
    if constexpr (std::is_floating_point_v<T>) {
        routines.dot = dot<T, false>;
    } else {
        routines.real_scal = scal<T, PartOf<T>>;
        routines.dotu = dot<T, false>;
        routines.dotc = dot<T, true>;
    }
}

template void set_plain_vectors(CpuRoutines<double>&) noexcept;
template void set_plain_vectors(CpuRoutines<float>&) noexcept;
template void set_plain_vectors(CpuRoutines<std::complex<double>>&) noexcept;
template void set_plain_vectors(CpuRoutines<std::complex<float>>&) noexcept;

}  // namespace hg::kernels
