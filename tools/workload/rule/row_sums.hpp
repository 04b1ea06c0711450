#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "tools/workload/rule/factor.hpp"

namespace hgctl {

/// A x, and the sum of the sizes of each row's elements.
template <class T>
struct RowSums {
    std::vector<Wide<T>> values;
    std::vector<WidePart<T>> sizes;
};

// What the size of an element is.
inline constexpr auto kSquared = [](auto x) { return squared(x); };
inline constexpr auto kMagnitude = [](auto x) { return magnitude(x); };

/// On all cores, in one pass over A in the order in which its elements stand in memory.
template <class T, class Matrix, class Size>
RowSums<T> row_sums(Matrix A, const std::vector<Wide<T>>& x, const Size& size) {
    const auto rows = static_cast<std::size_t>(A.rows);
    RowSums<T> sums{std::vector<Wide<T>>(rows), std::vector<WidePart<T>>(rows)};
    const auto add = [&](std::int64_t i, std::int64_t j) {
        const Wide<T> element = to_wide<T>(A(i, j));
        sums.values[static_cast<std::size_t>(i)] += element * x[static_cast<std::size_t>(j)];
        sums.sizes[static_cast<std::size_t>(i)] += size(element);
    };
    const auto add_rows = [&](const tbb::blocked_range<std::int64_t>& range) {
        bool by_rows = false;
        if constexpr (requires { A.transposed; }) by_rows = A.transposed;
        if (by_rows)
            for (std::int64_t i = range.begin(); i < range.end(); ++i)
                for (std::int64_t j = 0; j < A.cols; ++j) add(i, j);
        else
            for (std::int64_t j = 0; j < A.cols; ++j)
                for (std::int64_t i = range.begin(); i < range.end(); ++i) add(i, j);
    };
    tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, A.rows, 16), add_rows, tbb::static_partitioner());
    return sums;
}

/// A matrix times a vector, with the largest sum of a row's magnitudes.
template <class T>
struct Product {
    std::vector<Wide<T>> values;
    WidePart<T> norm = 0;  ///< of the matrix
};

template <class T, class Matrix>
Product<T> multiply(const Matrix& A, const std::vector<Wide<T>>& x) {
    RowSums<T> sums = row_sums<T>(A, x, kMagnitude);
    Product<T> product{std::move(sums.values), 0};
    for (const WidePart<T> sum : sums.sizes) product.norm = std::max(product.norm, sum);
    return product;
}

template <class T>
Product<T> times(const Factor<T>& A, const std::vector<Wide<T>>& x) {
    return A.visit([&](const auto& matrix) { return multiply<T>(matrix, x); });
}

template <class T>
std::vector<Wide<T>> column_of(const Factor<T>& x, std::int64_t j) {
    std::vector<Wide<T>> column;
    for (std::int64_t i = 0; i < x.rows(); ++i) column.push_back(to_wide<T>(x(i, j)));
    return column;
}

/// The Euclidean norm.
template <class Number>
PartOf<Number> norm_of(const std::vector<Number>& x) {
    PartOf<Number> sum = 0;
    for (const Number value : x) sum += squared(value);
    return std::sqrt(sum);
}

template <class T>
WidePart<T> frobenius_norm(const Factor<T>& x) {
    return x.visit([](const auto& matrix) {
        WidePart<T> sum = 0;
        for (std::int64_t j = 0; j < matrix.cols; ++j)
            for (std::int64_t i = 0; i < matrix.rows; ++i) sum += squared(to_wide<T>(matrix(i, j)));
        return std::sqrt(sum);
    });
}

/// The largest magnitude; infinity if one is NaN.
template <class Number>
PartOf<Number> largest(const std::vector<Number>& x) {
    PartOf<Number> most = 0;
    for (const Number value : x) {
        const PartOf<Number> size = std::abs(value);
        if (std::isnan(size)) return std::numeric_limits<PartOf<Number>>::infinity();
        most = std::max(most, size);
    }
    return most;
}

/// Random numbers of +1 and -1.
template <class T>
std::vector<Wide<T>> random_signs(std::int64_t size) {
    RandomNumbers numbers(static_cast<std::uint64_t>(size));
    std::vector<Wide<T>> x(static_cast<std::size_t>(size));
    for (Wide<T>& value : x) value = static_cast<WidePart<T>>((numbers.next() & 1) != 0 ? 1 : -1);
    return x;
}

}  // namespace hgctl
