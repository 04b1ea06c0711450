#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <concepts>
#include <type_traits>

#include <hg/runtime/program/element.hpp>

/// Arithmetic on elements, real or complex, for host implementations; element.cl has it for kernels.
namespace hg {

/// All types in floating point.
inline constexpr std::array kFloatingTypes{ElementType::f32, ElementType::f64, ElementType::c32,
                                           ElementType::c64};

/// work.operator()<T>() with the T of a type in floating point.
template <class Work>
void for_floating_type(ElementType type, const Work& work) {
    with_element_type(type, [&]<class T>() {
        if constexpr (!std::integral<T>) work.template operator()<T>();
    });
}

/// float of float and of std::complex<float>, and likewise double.
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

/// beta x + sum. With beta = 1 it is x + sum, as the reference BLAS has it: 0, the imaginary part of a
/// complex beta, times Inf would make NaN of the other part.
template <class T>
T scaled_sum(T beta, T x, T sum) {
    return beta == T{1} ? x + sum : multiply_add(beta, x, sum);
}

/// x y + sum. Of real numbers the product is rounded; complex ones are multiplied by fma.
template <std::floating_point T>
T added_product(T x, T y, T sum) {
    return x * y + sum;
}
template <class Part>
std::complex<Part> added_product(std::complex<Part> x, std::complex<Part> y, std::complex<Part> sum) {
    return multiply_add(x, y, sum);
}

/// x y, by parts alone: std::complex mends products that are NaN. Integers wrap around, as they do in
/// kernels.
template <class T>
T multiply(T x, T y) {
    if constexpr (std::integral<T>)
        return static_cast<T>(std::make_unsigned_t<T>(x) * std::make_unsigned_t<T>(y));
    else if constexpr (std::is_arithmetic_v<T>)
        return x * y;
    else
        return multiply_add(x, y, T{0});
}

/// x / y as element.cl has it.
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

/// |x|; of a complex number the sum of its parts' magnitudes.
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

/// The conjugate of x, if it is wanted and x is complex.
template <std::floating_point T>
T conjugated_if(bool /*wanted*/, T x) {
    return x;
}
template <class Part>
std::complex<Part> conjugated_if(bool wanted, std::complex<Part> x) {
    return wanted ? std::conj(x) : x;
}

}  // namespace hg
