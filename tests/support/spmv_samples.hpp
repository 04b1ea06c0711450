#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include <hg/kernels/spmv.hpp>
#include <hg/runtime/program/scalar_value.hpp>

/// Sparse matrices of tests, and the arrays of each format.
namespace hg::test {

/// A matrix in compressed rows. It never has an element in its last column: there x may hold NaN.
template <class T>
struct SpmvSample {
    std::int64_t rows = 0, cols = 0;
    std::vector<std::int32_t> row_start{0};
    std::vector<std::int32_t> column{};
    std::vector<T> value{};

    [[nodiscard]] std::int64_t length(std::int64_t row) const {
        return row_start[static_cast<std::size_t>(row) + 1] - row_start[static_cast<std::size_t>(row)];
    }
};

/// Numbers of [-0.5, 0.5), or with such parts.
template <class T>
class SpmvNumbers {
  public:
    explicit SpmvNumbers(unsigned seed) : random_(seed) {}
    T operator()() {
        const double real = next();
        return ScalarValue(real, is_complex(element_type_of<T>()) ? next() : 0).template as<T>();
    }

  private:
    double next() { return std::ldexp(random_(), -32) + std::ldexp(random_(), -64) - 0.5; }
    std::mt19937 random_;
};

/// A matrix whose row i has lengths[i] elements, in columns spread over all but the last.
template <class T>
SpmvSample<T> spmv_sample(const std::vector<int>& lengths, std::int64_t cols, unsigned seed = 1) {
    SpmvSample<T> a{.rows = static_cast<std::int64_t>(lengths.size()), .cols = cols};
    SpmvNumbers<T> number(seed);
    std::mt19937 random(seed);
    std::vector<std::int32_t> all(static_cast<std::size_t>(cols) - 1);
    std::iota(all.begin(), all.end(), 0);
    for (const int length : lengths) {
        std::vector<std::int32_t> some;
        std::sample(all.begin(), all.end(), std::back_inserter(some), length, random);
        a.column.insert(a.column.end(), some.begin(), some.end());
        for (int j = 0; j < length; ++j) a.value.push_back(number());
        a.row_start.push_back(static_cast<std::int32_t>(a.column.size()));
    }
    return a;
}

/// Lengths of `rows` rows, up to `most`; about a fifth of the rows are empty.
inline std::vector<int> uneven_lengths(int rows, int most, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<int> lengths;
    for (int i = 0; i < rows; ++i)
        lengths.push_back(random() % 5 == 0 ? 0
                                            : static_cast<int>(random() % static_cast<unsigned>(most + 1)));
    return lengths;
}

/// The arrays of a format: what stands before the columns, then columns and values, with their extents.
template <class T>
struct SpmvArrays {
    std::vector<std::vector<std::int32_t>> structure{};
    std::vector<std::int32_t> column{};
    std::vector<T> value{};
    std::int64_t rows = 0, cols = 1;  ///< of column and value

    /// Empty arrays get an element that does not count.
    void finish() {
        const auto nan = static_cast<T>(std::numeric_limits<double>::quiet_NaN());
        if (column.empty()) column.push_back(-1);
        if (value.empty()) value.push_back(nan);
        for (auto& array : structure)
            if (array.empty()) array.push_back(-1);
        rows = static_cast<std::int64_t>(column.size()) / cols;
    }
};

/// Rows from `first` on, up to `height` of them, `width` places each, column-major: without an element -1,
/// and NaN.
template <class T>
void append_padded(SpmvArrays<T>& arrays, const SpmvSample<T>& a, const std::vector<std::int32_t>& order,
                   std::size_t first, std::size_t height, std::int64_t width) {
    for (std::int64_t j = 0; j < width; ++j)
        for (std::size_t i = first; i < first + height; ++i) {
            const bool has = i < order.size() && j < a.length(order[i]);
            const auto at =
                has ? static_cast<std::size_t>(a.row_start[static_cast<std::size_t>(order[i])] + j) : 0;
            arrays.column.push_back(has ? a.column[at] : -1);
            arrays.value.push_back(has ? a.value[at]
                                       : static_cast<T>(std::numeric_limits<double>::quiet_NaN()));
        }
}

template <class T>
SpmvArrays<T> arrays_of_sell(const SpmvSample<T>& a, std::size_t height) {
    SpmvArrays<T> arrays{.structure = {{0}, {}}};
    std::vector<std::int32_t> order(static_cast<std::size_t>(a.rows));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto i, auto j) { return a.length(i) > a.length(j); });
    for (std::size_t first = 0; first < order.size(); first += height) {
        append_padded(arrays, a, order, first, height, a.length(order[first]));
        arrays.structure[0].push_back(static_cast<std::int32_t>(arrays.column.size()));
    }
    arrays.structure[1] = order;
    return arrays;
}

template <class T>
SpmvArrays<T> arrays_of(const kernels::SpmvParameters& p, const SpmvSample<T>& a) {
    using kernels::SpmvKernel;
    SpmvArrays<T> arrays{.structure = {a.row_start}, .column = a.column, .value = a.value};
    if (p.kernel == SpmvKernel::csr_merge)
        arrays.structure.push_back(kernels::spmv_first_rows(p, a.row_start));
    if (p.kernel == SpmvKernel::sell) arrays = arrays_of_sell(a, static_cast<std::size_t>(p.blocking.slice));
    if (p.kernel == SpmvKernel::coo) {
        arrays.structure[0].clear();
        for (std::int64_t i = 0; i < a.rows; ++i)
            arrays.structure[0].insert(arrays.structure[0].end(), static_cast<std::size_t>(a.length(i)),
                                       static_cast<std::int32_t>(i));
    }
    if (p.kernel == SpmvKernel::ell) {
        arrays = {};
        std::vector<std::int32_t> order(static_cast<std::size_t>(a.rows));
        std::iota(order.begin(), order.end(), 0);
        arrays.cols = 1;
        for (std::int64_t i = 0; i < a.rows; ++i) arrays.cols = std::max(arrays.cols, a.length(i));
        append_padded(arrays, a, order, 0, order.size(), arrays.cols);
    }
    arrays.finish();
    return arrays;
}

/// y := alpha A x + beta y by a plain loop, and how large its terms are.
template <class T>
struct PlainProduct {
    PlainProduct(const SpmvSample<T>& a, const T* x, const T* y, T alpha, T beta, bool conjugated) {
        for (std::int64_t i = 0; i < a.rows; ++i) {
            T sum{};
            double size = 0;
            const auto first = static_cast<std::size_t>(a.row_start[static_cast<std::size_t>(i)]);
            for (std::size_t k = first; alpha != T{0} && k < first + static_cast<std::size_t>(a.length(i));
                 ++k) {
                const T term = multiply(conjugated_if(conjugated, a.value[k]), x[a.column[k]]);
                sum += term;
                size += std::abs(term);
            }
            value.push_back(multiply(alpha, sum));
            sizes.push_back(size * std::abs(alpha));
            if (beta == T{0}) continue;
            value.back() += multiply(beta, y[i]);
            sizes.back() += std::abs(y[i]) * std::abs(beta);
        }
    }

    std::vector<T> value;
    std::vector<double> sizes;
};

}  // namespace hg::test
