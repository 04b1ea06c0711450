#pragma once

#include <cmath>
#include <complex>

namespace hg::sparse {

/// A sum of products as if it were summed in twice the precision (Ogita, Rump and Oishi, 2005): of b - A x
/// remains what is right where rounding of double precision would be larger, as for a huge x that belongs to
/// a singular A.
template <class Wide>
class CompensatedSum;

template <>
class CompensatedSum<double> {
  public:
    explicit CompensatedSum(double first) : sum_(first) {}

    void add_product(double x, double y) {
        const double product = x * y;
        const double sum = sum_ + product, part = sum - sum_;
        error_ += (sum_ - (sum - part)) + (product - part) + std::fma(x, y, -product);
        sum_ = sum;
    }
    [[nodiscard]] double value() const { return sum_ + error_; }

  private:
    double sum_, error_ = 0;
};

template <>
class CompensatedSum<std::complex<double>> {
  public:
    explicit CompensatedSum(std::complex<double> first) : real_(first.real()), imaginary_(first.imag()) {}

    void add_product(std::complex<double> x, std::complex<double> y) {
        real_.add_product(x.real(), y.real());
        real_.add_product(-x.imag(), y.imag());
        imaginary_.add_product(x.real(), y.imag());
        imaginary_.add_product(x.imag(), y.real());
    }
    [[nodiscard]] std::complex<double> value() const { return {real_.value(), imaginary_.value()}; }

  private:
    CompensatedSum<double> real_, imaginary_;
};

}  // namespace hg::sparse
