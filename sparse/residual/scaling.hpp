#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <span>
#include <type_traits>

#include <hg/sparse/sparse_matrix.hpp>

/// Powers of two by which elements come within the range of their type.
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

/// sqrt(sum of |2^-exponent x(i)|^2), summed in double precision, with the same bits for any number of
/// threads.
template <Element T>
double scaled_norm(std::span<const T> x, int exponent);

/// e such that inner products of vectors with 2^-e A times them stay within T's range: 0 unless A's largest
/// element is far from 1.
template <Element T>
int exponent_of_matrix(const Extent& A) noexcept;

/// 2^-exponent A. For exponent 0 it shares the arrays of A; otherwise it has its own.
template <Element T>
SparseMatrix<T> scaled_matrix(const SparseMatrix<T>& A, int exponent);

}  // namespace hg::sparse
