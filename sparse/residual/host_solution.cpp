#include "sparse/residual/host_solution.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <iterator>

#include "kernels/sparse/fused_products.hpp"
#include "sparse/matrix/matrix_columns.hpp"
#include "sparse/matrix/row_shares.hpp"

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

namespace {

template <Element T>
Magnitude magnitude_of(std::span<const T> x, const Extent& extent) {
    return {scaled_norm<T>(x, extent.exponent()), extent.exponent()};
}

/// x(i) := value(i), in parallel.
template <class E, class Value>
void set_elements(HostArray<E>& x, const Value& value) {
    for_each_index(x.size(), [&](std::int64_t i) { x[i] = static_cast<E>(value(i)); });
}

}  // namespace

template <Element T>
HostSolution<T>::HostSolution(const SparseMatrix<T>& A, std::span<const T> b, std::span<const T> x)
    : A_(A),
      b_(b),
      extent_of_b_(extent_of<T>(b)),
      extent_of_matrix_(extent_of<T>(A.values())),
      exponent_of_matrix_(sparse::exponent_of_matrix<T>(extent_of_matrix_)),
      norm_of_b_(magnitude_of<T>(b, extent_of_b_)),
      x_(std::ssize(b)),
      r_(std::ssize(b)),
      exchange_(std::ssize(b)) {
    set_elements(x_, [&](std::int64_t i) { return x.empty() ? T{0} : x[static_cast<std::size_t>(i)]; });
    compute_residual();
}

template <Element T>
void HostSolution<T>::add_correction() {
    if (!has_best_ || ratio(residual_, best_residual_) < 1) keep();
    const PowerOfTwo unit(residual_.exponent - exponent_of_matrix_);
    set_elements(x_, [&](std::int64_t i) { return WideOf<T>(x_[i]) + unit(WideOf<T>(exchange_[i])); });
    compute_residual();
}

template <Element T>
void HostSolution<T>::keep() {
    if (is_zero_) {
        best_ = {};
    } else {
        if (best_.size() != x_.size()) best_ = HostArray<T>(x_.size());
        set_elements(best_, [&](std::int64_t i) { return x_[i]; });
    }
    best_residual_ = residual_;
    has_best_ = true;
}

template <Element T>
void HostSolution<T>::take_best() {
    if (!has_best_ || (is_finite_ && ratio(residual_, best_residual_) <= 1)) return;
    set_elements(x_, [&](std::int64_t i) { return best_.size() == 0 ? T{0} : best_[i]; });
    residual_ = best_residual_;
    is_finite_ = true;
}

template <Element T>
void HostSolution<T>::store(std::span<T> x) const {
    for_each_index(x_.size(), [&](std::int64_t i) { x[static_cast<std::size_t>(i)] = x_[i]; });
}

template <Element T>
void HostSolution<T>::compute_residual() {
    const Extent of_x = extent_of<T>(x_.span());
    is_zero_ = of_x.largest == 0 && of_x.is_finite;
    int exponent = extent_of_b_.exponent();
    if (is_zero_) {
        const PowerOfTwo unit(-exponent);
        set_elements(r_, [&](std::int64_t i) { return unit(WideOf<T>(b_[static_cast<std::size_t>(i)])); });
    } else {
        exponent = std::max(exponent, extent_of_matrix_.exponent() + of_x.exponent());
        subtract_product(exponent);
    }
    const Extent of_r = extent_of<WideOf<T>>(r_.span());
    is_finite_ = of_r.is_finite && of_x.is_finite;
    residual_ = magnitude_of<WideOf<T>>(r_.span(), of_r);
    residual_.exponent += exponent;
    const PowerOfTwo unit(-of_r.exponent());
    set_elements(exchange_, [&](std::int64_t i) { return unit(r_[i]); });
}

template <Element T>
void HostSolution<T>::subtract_product(int exponent) {
    using Wide = WideOf<T>;
    const PowerOfTwo unit_of_b(-exponent), unit_of_x(exponent_of_matrix_ - exponent);
    const double unit_of_matrix = std::ldexp(1.0, -exponent_of_matrix_);
    const std::int64_t* start = A_.row_start().data();
    const T* value = A_.values().data();
    with_columns(A_, [&](const auto* column) {
        for_rows(A_.row_start(), [&](std::int64_t first, std::int64_t last) {
            kernels::with_fused_products([&] {
                for (std::int64_t i = first; i < last; ++i) {
                    CompensatedSum<Wide> sum(unit_of_b(Wide(b_[static_cast<std::size_t>(i)])));
                    for (std::int64_t k = start[i]; k < start[i + 1]; ++k)
                        sum.add_product(Wide(value[k]) * -unit_of_matrix, unit_of_x(Wide(x_[column[k]])));
                    r_[i] = sum.value();
                }
            });
        });
    });
}

template class HostSolution<float>;
template class HostSolution<double>;
template class HostSolution<std::complex<float>>;
template class HostSolution<std::complex<double>>;

}  // namespace hg::sparse
