#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <type_traits>

#include <hg/blas/types.hpp>

namespace hg::sparse {

/// double for real elements, std::complex<double> for complex ones.
template <Element T>
using WideOf = std::conditional_t<RealElement<T>, double, std::complex<double>>;

/// 2^exponent as a factor. It takes two numbers: the difference of two exponents of double precision may be
/// beyond it. Products are exact unless they are subnormal or overflow.
class PowerOfTwo {
  public:
    explicit PowerOfTwo(int exponent) {
        const int most = std::clamp(exponent, -2 * kMost, 2 * kMost);
        first_ = std::ldexp(1.0, most / 2);
        second_ = std::ldexp(1.0, most - most / 2);
    }

    template <class Wide>
    [[nodiscard]] Wide operator()(Wide x) const {
        return x * first_ * second_;
    }

  private:
    static constexpr int kMost = 1000;
    double first_, second_;
};

}  // namespace hg::sparse
