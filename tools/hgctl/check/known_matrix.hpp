#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "runtime/threads/parallel_for.hpp"
#include "tools/hgctl/check/stored_matrix.hpp"

namespace hgctl {

/// A column-major matrix without gaps whose elements follow from a seed: random ones, those of the diagonal
/// larger by `shift`. It can be compared with after its memory was overwritten.
template <class T>
struct KnownMatrix {
    std::uint64_t seed = 0;
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    T shift = 0;

    [[nodiscard]] T operator()(std::int64_t i, std::int64_t j) const noexcept {
        const T element = RandomElements<T>{seed}[i + j * rows];
        return i == j ? element + shift : element;
    }
    void copy_to(T* data) const {
        RandomElements<T>{seed}.copy_to(data, rows * cols);
        if (shift == 0) return;
        for (std::int64_t i = 0; i < std::min(rows, cols); ++i) data[i + i * rows] += shift;
    }
};

/// A matrix times a vector, with the largest sum of absolute values of a row.
template <class T>
struct Product {
    std::vector<Wide<T>> values;
    double norm = 0;  ///< of the matrix
};

/// A x and |A| in the largest norm, on all cores, in one pass over A column by column.
template <class T, class Matrix>
Product<T> multiply(const Matrix& A, const std::vector<Wide<T>>& x) {
    const auto rows = static_cast<std::size_t>(A.rows);
    Product<T> product{std::vector<Wide<T>>(rows), 0};
    std::vector<Wide<T>> sums(rows);
    const auto add_rows = [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t j = 0; j < A.cols; ++j)
            for (std::int64_t i = first; i < last; ++i) {
                const Wide<T> element = A(i, j);
                product.values[static_cast<std::size_t>(i)] += element * x[static_cast<std::size_t>(j)];
                sums[static_cast<std::size_t>(i)] += element < 0 ? -element : element;
            }
    };
    hg::parallel_for(A.rows, add_rows, {.least = 16});
    for (const Wide<T> sum : sums) product.norm = std::max(product.norm, static_cast<double>(sum));
    return product;
}

/// The largest absolute value; infinity if one is NaN.
template <class Number>
double largest(const std::vector<Number>& x);

extern template double largest(const std::vector<float>&);
extern template double largest(const std::vector<double>&);
extern template double largest(const std::vector<long double>&);

/// Random numbers of +1 and -1.
template <class T>
std::vector<Wide<T>> random_signs(std::int64_t size);

extern template std::vector<Wide<float>> random_signs<float>(std::int64_t);
extern template std::vector<Wide<double>> random_signs<double>(std::int64_t);

}  // namespace hgctl
