#include "sparse/residual/host_solution.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <iterator>

#include "kernels/sparse/fused_products.hpp"
#include "sparse/matrix/matrix_columns.hpp"
#include "sparse/matrix/row_shares.hpp"
#include "sparse/residual/compensated_sum.hpp"
#include "sparse/residual/scaled_matrix.hpp"

namespace hg::sparse {
namespace {

template <Element T>
Magnitude magnitude_of(std::span<const T> x, const Extent& extent) {
    return {scaled_norm<T>(x, extent.exponent()), extent.exponent()};
}

/// x(i) := value(i), in parallel.
template <class E, class Value>
void set_elements(HostArray<E>& x, const Value& value) {
    for_ranges(x.size(), [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i) x[i] = static_cast<E>(value(i));
    });
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
    for_ranges(x_.size(), [&](std::int64_t first, std::int64_t last) {
        std::copy(x_.data() + first, x_.data() + last, x.data() + first);
    });
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
