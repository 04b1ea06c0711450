#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace hg::kernels {

// What hg's own plain routines are made of.

using Index = std::ptrdiff_t;

/// A column-major matrix, or its transpose.
template <class T>
struct Matrix {
    Matrix(T* elements, Index leading_dimension, bool transposed = false)
        : data(elements),
          row_step(transposed ? leading_dimension : 1),
          col_step(transposed ? 1 : leading_dimension) {}

    [[nodiscard]] T& operator()(Index i, Index j) const noexcept { return data[i * row_step + j * col_step]; }
    /// The part of it that begins with an element.
    [[nodiscard]] Matrix from(Index i, Index j) const noexcept {
        Matrix part = *this;
        part.data += i * row_step + j * col_step;
        return part;
    }

    T* data;
    Index row_step, col_step;
};

/// A symmetric matrix of which one triangle is stored.
template <class T>
struct Symmetric {
    [[nodiscard]] const T& operator()(Index i, Index j) const noexcept {
        return lower == (i >= j) ? stored(i, j) : stored(j, i);
    }

    Matrix<const T> stored;
    bool lower;
};

template <class T>
void scale(Index m, Index n, T factor, const Matrix<T>& x) {
    for (Index j = 0; j < n; ++j)
        for (Index i = 0; i < m; ++i) x(i, j) = factor == T{0} ? T{0} : factor * x(i, j);
}

constexpr Index kRows = 128;  ///< of a block of A, which stays in the first cache
constexpr Index kDepth = 32;

/// c := c + block b for one column of each.
template <class T>
void add_columns(Index m, Index k, const std::array<T, kRows * kDepth>& block, const std::array<T, kDepth>& b,
                 T* c) {
    Index p = 0;
    for (; p + 4 <= k; p += 4) {
        const T* a = block.data() + p * kRows;
        for (Index i = 0; i < m; ++i)
            c[i] +=
                (a[i] * b[static_cast<std::size_t>(p)] + a[i + kRows] * b[static_cast<std::size_t>(p + 1)]) +
                (a[i + 2 * kRows] * b[static_cast<std::size_t>(p + 2)] +
                 a[i + 3 * kRows] * b[static_cast<std::size_t>(p + 3)]);
    }
    for (; p < k; ++p)
        for (Index i = 0; i < m; ++i)
            c[i] += block[static_cast<std::size_t>(p * kRows + i)] * b[static_cast<std::size_t>(p)];
}

/// C := C + alpha A B, by blocks of A.
template <class T, class A, class B>
void add_product(Index m, Index n, Index k, T alpha, const A& a, const B& b, T* c, Index ldc) {
    std::array<T, kRows * kDepth> block{};
    std::array<T, kDepth> column{};
    for (Index i = 0; i < m; i += kRows)
        for (Index p = 0; p < k; p += kDepth) {
            const Index rows = std::min(kRows, m - i);
            const Index depth = std::min(kDepth, k - p);
            for (Index q = 0; q < depth; ++q)
                for (Index r = 0; r < rows; ++r)
                    block[static_cast<std::size_t>(q * kRows + r)] = a(i + r, p + q);
            for (Index j = 0; j < n; ++j) {
                for (Index q = 0; q < depth; ++q) column[static_cast<std::size_t>(q)] = alpha * b(p + q, j);
                add_columns(rows, depth, block, column, c + i + j * ldc);
            }
        }
}

}  // namespace hg::kernels
