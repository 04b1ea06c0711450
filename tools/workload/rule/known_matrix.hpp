#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "tools/workload/rule/factor.hpp"

namespace hgctl {

/// A matrix times a vector, with the largest sum of a row's magnitudes.
template <class T>
struct Product {
    std::vector<Wide<T>> values;
    WidePart<T> norm = 0;  ///< of the matrix
};

/// A x and |A| in the largest norm, on all cores, in one pass over A column by column.
template <class T, class Matrix>
Product<T> multiply(const Matrix& A, const std::vector<Wide<T>>& x) {
    const auto rows = static_cast<std::size_t>(A.rows);
    Product<T> product{std::vector<Wide<T>>(rows), 0};
    std::vector<WidePart<T>> sums(rows);
    const auto add_rows = [&](const tbb::blocked_range<std::int64_t>& range) {
        for (std::int64_t j = 0; j < A.cols; ++j)
            for (std::int64_t i = range.begin(); i < range.end(); ++i) {
                const Wide<T> element = to_wide<T>(A(i, j));
                product.values[static_cast<std::size_t>(i)] += element * x[static_cast<std::size_t>(j)];
                sums[static_cast<std::size_t>(i)] += magnitude(element);
            }
    };
    tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, A.rows, 16), add_rows, tbb::static_partitioner());
    for (const WidePart<T> sum : sums) product.norm = std::max(product.norm, sum);
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
