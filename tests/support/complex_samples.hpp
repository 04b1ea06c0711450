#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "support/gemm_samples.hpp"

namespace hg::test {

// What oracles are made of, for real and complex elements.

/// The distance from 1 to the next number; of complex elements that of their parts.
template <class T>
constexpr double epsilon_of() {
    return static_cast<double>(std::numeric_limits<decltype(std::abs(T{}))>::epsilon());
}

/// An element as a complex number of double precision.
template <class T>
std::complex<double> wide(T x) {
    return {static_cast<double>(std::real(x)), static_cast<double>(std::imag(x))};
}

/// Double precision for an element's arithmetic: double, or std::complex<double>.
template <class T>
using WideOf = std::conditional_t<RealElement<T>, double, std::complex<double>>;

/// An element in double precision.
template <class T>
WideOf<T> widened(T x) {
    return static_cast<WideOf<T>>(x);
}

/// An element of this type; of real ones the imaginary part is left out.
template <Element T>
T element_of(std::complex<double> x) {
    if constexpr (RealElement<T>)
        return static_cast<T>(x.real());
    else
        return {static_cast<RealOf<T>>(x.real()), static_cast<RealOf<T>>(x.imag())};
}

/// No number in one of an element's parts, of a complex one in the imaginary part.
template <Element T>
T not_a_number() {
    constexpr RealOf<T> kNan = std::numeric_limits<RealOf<T>>::quiet_NaN();
    if constexpr (RealElement<T>)
        return kNan;
    else
        return {1, kNan};
}

template <class T>
bool is_nan(T x) {
    return std::isnan(std::real(x)) || std::isnan(std::imag(x));
}

/// |op(A) x - b| over eps (|A| |x| + |b|) n in the largest elements, HPL's residual; below 16 is good.
template <class T>
double residual_of(Op op, const Matrix<T>& A, const Matrix<T>& X, const Matrix<T>& B) {
    double error = 0, norm_a = 0, norm_x = 0, norm_b = 0;
    for (std::int64_t c = 0; c < B.cols; ++c)
        for (std::int64_t i = 0; i < A.rows; ++i) {
            std::complex<double> sum = 0;
            double row = 0;
            for (std::int64_t j = 0; j < A.rows; ++j) {
                const std::complex<double> stored = wide(op == Op::none ? A(i, j) : A(j, i));
                sum += (op == Op::conj_trans ? std::conj(stored) : stored) * wide(X(j, c));
                row += std::abs(stored);
            }
            const double rest = std::abs(sum - wide(B(i, c)));
            error = std::isnan(rest) ? std::numeric_limits<double>::infinity() : std::max(error, rest);
            norm_a = std::max(norm_a, row);
            norm_x = std::max(norm_x, std::abs(wide(X(i, c))));
            norm_b = std::max(norm_b, std::abs(wide(B(i, c))));
        }
    const double scale = (norm_a * norm_x + norm_b) * static_cast<double>(A.rows);
    return scale > 0 ? error / (epsilon_of<T>() * scale) : error;
}

}  // namespace hg::test
