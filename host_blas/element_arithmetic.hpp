#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <concepts>
#include <type_traits>

#include <hg/runtime/program/element.hpp>

/// Arithmetic on real and complex elements for host implementations; element.cl is the same for kernels.
namespace hg {

/// All floating-point types, real and complex.
inline constexpr std::array kFloatingTypes{ElementType::f32, ElementType::f64, ElementType::c32,
                                           ElementType::c64};

/// Calls work.operator()<T>() with the C++ type T of a floating-point type.
template <class Work>
void for_floating_type(ElementType type, const Work& work) {
    with_element_type(type, [&]<class T>() {
        if constexpr (!std::integral<T>) work.template operator()<T>();
    });
}

/// float for float and std::complex<float>, and likewise double.
template <class T>
using PartOf = decltype(std::abs(T{}));

/// x y + sum, by fma in each part.
template <std::floating_point T>
T multiply_add(T x, T y, T sum) {
    return std::fma(x, y, sum);
}
template <class Part>
std::complex<Part> multiply_add(std::complex<Part> x, std::complex<Part> y, std::complex<Part> sum) {
    return {std::fma(-x.imag(), y.imag(), std::fma(x.real(), y.real(), sum.real())),
            std::fma(x.imag(), y.real(), std::fma(x.real(), y.imag(), sum.imag()))};
}

/// beta x + sum. With beta = 1 it is x + sum, as in the reference BLAS: otherwise the imaginary part of a
/// complex beta, 0, times Inf would make the other part NaN.
template <class T>
T scaled_sum(T beta, T x, T sum) {
    return beta == T{1} ? x + sum : multiply_add(beta, x, sum);
}

/// x y + sum. For real numbers the product is rounded; complex numbers use fma.
template <std::floating_point T>
T added_product(T x, T y, T sum) {
    return x * y + sum;
}
template <class Part>
std::complex<Part> added_product(std::complex<Part> x, std::complex<Part> y, std::complex<Part> sum) {
    return multiply_add(x, y, sum);
}

/// x y, from the parts directly, because std::complex corrects products that are NaN. Integers wrap around,
/// as in kernels.
template <class T>
T multiply(T x, T y) {
    if constexpr (std::integral<T>)
        return static_cast<T>(std::make_unsigned_t<T>(x) * std::make_unsigned_t<T>(y));
    else if constexpr (std::is_arithmetic_v<T>)
        return x * y;
    else
        return multiply_add(x, y, T{0});
}

/// x / y, computed as in element.cl.
template <std::floating_point T>
T quotient(T x, T y) {
    return x / y;
}
template <class Part>
std::complex<Part> quotient(std::complex<Part> x, std::complex<Part> y) {
    const bool wide = std::fabs(y.real()) >= std::fabs(y.imag());
    const Part ratio = wide ? y.imag() / y.real() : y.real() / y.imag();
    const Part divisor = wide ? std::fma(y.imag(), ratio, y.real()) : std::fma(y.real(), ratio, y.imag());
    const Part real = wide ? std::fma(x.imag(), ratio, x.real()) : std::fma(x.real(), ratio, x.imag());
    const Part imaginary = wide ? std::fma(-x.real(), ratio, x.imag()) : std::fma(x.imag(), ratio, -x.real());
    return {real / divisor, imaginary / divisor};
}

/// |x|; for a complex number, the sum of the magnitudes of both parts.
template <std::floating_point T>
T magnitude(T x) {
    return std::fabs(x);
}
template <class Part>
Part magnitude(std::complex<Part> x) {
    return std::fabs(x.real()) + std::fabs(x.imag());
}

template <std::floating_point T>
bool is_finite(T x) {
    return std::isfinite(x);
}
template <class Part>
bool is_finite(std::complex<Part> x) {
    return std::isfinite(x.real()) && std::isfinite(x.imag());
}

/// The conjugate of x if requested and x is complex, else x.
template <std::floating_point T>
T conjugated_if(bool /*wanted*/, T x) {
    return x;
}
template <class Part>
std::complex<Part> conjugated_if(bool wanted, std::complex<Part> x) {
    return wanted ? std::conj(x) : x;
}

}  // namespace hg
