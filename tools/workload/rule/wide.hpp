#pragma once

#include <cmath>
#include <complex>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "host_blas/element_arithmetic.hpp"
#include <hg/blas/types.hpp>

/// Numbers that comparisons are made with, for real and complex elements.
namespace hgctl {

using hg::PartOf;

template <class T>
inline constexpr bool kIsComplex = !std::is_arithmetic_v<T>;

template <class T>
struct WideNumber {
    using Part = std::conditional_t<std::is_same_v<PartOf<T>, float>, double, long double>;
    using Type = std::conditional_t<kIsComplex<T>, std::complex<Part>, Part>;
    // |A^H| |A| |x| and its square neither overflow nor vanish, whatever the elements' scale.
    static_assert(std::numeric_limits<Part>::max_exponent >=
                  8 * std::numeric_limits<PartOf<T>>::max_exponent);
};

/// The type that sums for comparisons are taken in, and the real type of its magnitudes.
template <class T>
using Wide = typename WideNumber<T>::Type;
template <class T>
using WidePart = typename WideNumber<T>::Part;

/// The type in double precision that elements are drawn in.
template <class T>
using Drawn = std::conditional_t<kIsComplex<T>, std::complex<double>, double>;

template <class T>
Wide<T> to_wide(T x) noexcept {
    return static_cast<Wide<T>>(x);
}

/// The operation that takes conjugates if there are any: the one that factorizations of complex matrices
/// know.
template <class T>
inline constexpr hg::Op kAdjoint = kIsComplex<T> ? hg::Op::conj_trans : hg::Op::trans;

/// x, or its conjugate if it is complex.
template <class Number>
Number conjugate_of(Number x) noexcept {
    if constexpr (kIsComplex<Number>)
        return std::conj(x);
    else
        return x;
}

/// |x|^2 and |x|, of numbers whose squares are no larger than their type holds.
template <class Number>
PartOf<Number> squared(Number x) noexcept {
    if constexpr (kIsComplex<Number>)
        return x.real() * x.real() + x.imag() * x.imag();
    else
        return x * x;
}
template <class Number>
PartOf<Number> magnitude(Number x) noexcept {
    if constexpr (kIsComplex<Number>)
        return std::sqrt(squared(x));
    else
        return x < 0 ? -x : x;
}

/// A real number as an element.
template <class T>
T element_of(double x) noexcept {
    return static_cast<PartOf<T>>(x);
}

/// A number as an element: its real part if elements are real.
template <class T>
T element_from(std::complex<double> x) noexcept {
    if constexpr (kIsComplex<T>)
        return static_cast<T>(x);
    else
        return static_cast<T>(x.real());
}

/// sqrt(n + 2) for a sum of n products, which bounds of rounding errors grow with: a part of a complex sum
/// has twice as many.
template <class T>
double growth(std::int64_t n) noexcept {
    return std::sqrt(static_cast<double>(kIsComplex<T> ? 2 * n : n) + 2);
}

/// The rounding unit of an element's parts.
template <class T>
constexpr double epsilon() noexcept {
    return static_cast<double>(std::numeric_limits<PartOf<T>>::epsilon());
}

/// An error in units of its bound, the number that every judgement compares: 0 only if there is no error.
/// Infinity, which no judgement accepts, if either is NaN or infinite, or if the bound is 0 and the error is
/// not.
template <std::floating_point Part>
double in_units_of(Part bound, Part error) noexcept {
    if (error == 0 && std::isfinite(bound)) return 0;
    if (!std::isfinite(error) || !(bound > 0) || std::isinf(bound))
        return std::numeric_limits<double>::infinity();
    return static_cast<double>(error / bound);
}

/// NaN; of a complex number both parts are.
template <class T>
constexpr T not_a_number() noexcept {
    constexpr PartOf<T> kPart = std::numeric_limits<PartOf<T>>::quiet_NaN();
    if constexpr (kIsComplex<T>)
        return {kPart, kPart};
    else
        return kPart;
}

}  // namespace hgctl
