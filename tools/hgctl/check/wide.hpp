#pragma once

#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>

#include "kernels/element_arithmetic.hpp"

/// Numbers that comparisons are made with, for real and complex elements.
namespace hgctl {

using hg::kernels::PartOf;

template <class T>
inline constexpr bool kIsComplex = !std::is_arithmetic_v<T>;

template <class T>
struct WideNumber {
    using Part = std::conditional_t<std::is_same_v<PartOf<T>, float>, double, long double>;
    using Type = std::conditional_t<kIsComplex<T>, std::complex<Part>, Part>;
};

/// The type that sums for comparisons are taken in, and the real type of its magnitudes.
template <class T>
using Wide = typename WideNumber<T>::Type;
template <class T>
using WidePart = typename WideNumber<T>::Part;

template <class T>
Wide<T> to_wide(T x) noexcept {
    return static_cast<Wide<T>>(x);
}

/// x, or its conjugate.
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

/// The rounding unit of an element's parts.
template <class T>
constexpr double epsilon() noexcept {
    return static_cast<double>(std::numeric_limits<PartOf<T>>::epsilon());
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
