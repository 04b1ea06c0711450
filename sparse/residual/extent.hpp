#pragma once

#include <cmath>
#include <span>

#include <hg/blas/types.hpp>

namespace hg::sparse {

/// How large the elements of an array are. Complex numbers count as their two parts.
struct Extent {
    double largest = 0;  ///< magnitude; NaN and infinite elements do not count
    bool is_finite = true;

    /// e with 2^e <= largest < 2^(e + 1), between -1000 and 1000; 0 if all elements are 0.
    [[nodiscard]] int exponent() const noexcept;
};

/// part * 2^exponent: norms of vectors whose squares double precision does not hold.
struct Magnitude {
    double part = 0;
    int exponent = 0;
};

/// a / b, infinite if it is beyond double precision.
inline double ratio(const Magnitude& a, const Magnitude& b) noexcept {
    return std::ldexp(a.part / b.part, a.exponent - b.exponent);
}

template <Element T>
Extent extent_of(std::span<const T> x);

/// sqrt(sum of |2^-exponent x(i)|^2), summed in double precision, with the same bits for any number of threads.
template <Element T>
double scaled_norm(std::span<const T> x, int exponent);

}  // namespace hg::sparse
