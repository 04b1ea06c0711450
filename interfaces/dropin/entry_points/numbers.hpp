#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include <hg/blas/types.hpp>

namespace hg::dropin {

// Functions that differ between real and complex numbers.

/// NaN; for complex numbers, both parts are NaN.
template <Element T>
T no_number() noexcept {
    constexpr auto kPart = std::numeric_limits<RealOf<T>>::quiet_NaN();
    if constexpr (ComplexElement<T>)
        return {kPart, kPart};
    else
        return kPart;
}

/// Returns whether a number or one of its parts is NaN.
template <Element T>
bool is_nan(const T& number) noexcept {
    if constexpr (ComplexElement<T>)
        return std::isnan(number.real()) || std::isnan(number.imag());
    else
        return std::isnan(number);
}

template <Element T>
constexpr RealOf<T> real_part(const T& number) noexcept {
    if constexpr (ComplexElement<T>)
        return number.real();
    else
        return number;
}

/// A scalar as CBLAS passes it: a real one by value, a complex one by address.
template <Element T>
using CblasScalar = std::conditional_t<ComplexElement<T>, const T*, T>;

template <RealElement T>
constexpr T scalar_of(T scalar) noexcept {
    return scalar;
}
template <ComplexElement T>
constexpr T scalar_of(const T* scalar) noexcept {
    return *scalar;
}

}  // namespace hg::dropin
