#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

// What differs between real and complex elements, for programs that call routines of both.

namespace hg::test {

template <class T>
inline constexpr bool is_complex = !std::is_arithmetic_v<T> && !std::is_pointer_v<T>;
template <class T>
using Real = decltype(std::abs(T{}));

/// The letter of BLAS.
template <class T>
constexpr const char* letter() {
    const bool is_double = sizeof(Real<T>) == sizeof(double);
    return is_complex<T> ? is_double ? "z" : "c" : is_double ? "d" : "s";
}

/// A number with an imaginary part if T has one.
template <class T, class Part>
T number(Part real, Part imaginary) {
    if constexpr (is_complex<T>)
        return {static_cast<Real<T>>(real), static_cast<Real<T>>(imaginary)};
    else
        return static_cast<T>(real);
}

template <class T>
T conjugate(T x) {
    if constexpr (is_complex<T>)
        return std::conj(x);
    else
        return x;
}

/// An element of a matrix that is well conditioned if it is square.
template <class T>
T sample_element(std::int64_t i, std::int64_t j) {
    const double angle = 3.0 * static_cast<double>(i) + 7.0 * static_cast<double>(j);
    return number<T>(std::sin(angle) + (i == j ? 8 : 0), std::cos(2 * angle));
}

template <class T>
bool is_near(T x, T wanted) {
    return std::abs(x - wanted) <= 1000 * std::numeric_limits<Real<T>>::epsilon() * (1 + std::abs(wanted));
}

/// A number whose last part is NaN.
template <class T>
T with_nan() {
    constexpr auto kNan = std::numeric_limits<Real<T>>::quiet_NaN();
    return number<T>(is_complex<T> ? 1 : kNan, kNan);
}

}  // namespace hg::test
