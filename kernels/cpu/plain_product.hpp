#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>

#include "kernels/cpu/plain_arguments.hpp"
#include "kernels/element_arithmetic.hpp"

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

/// op(X), to be read.
template <class T>
struct Factor {
    Factor(const T* elements, Index leading_dimension, bool transposed, bool conjugates)
        : stored(elements, leading_dimension, transposed), conjugated(conjugates) {}
    /// With BLAS's letter for op.
    Factor(const T* elements, Index leading_dimension, const char* trans)
        : Factor(elements, leading_dimension, upper_case(trans) != 'N', upper_case(trans) == 'C') {}

    [[nodiscard]] T operator()(Index i, Index j) const noexcept {
        return conjugated_if(conjugated, stored(i, j));
    }
    [[nodiscard]] Factor from(Index i, Index j) const noexcept {
        Factor part = *this;
        part.stored = stored.from(i, j);
        return part;
    }

    Matrix<const T> stored;
    bool conjugated;
};

/// Of products with symmetric and with hermitian matrices: names, op() and scalars differ.
enum class Kind { symmetric, hermitian };

/// A symmetric or hermitian matrix of which one triangle is stored. The imaginary parts of a hermitian one's
/// diagonal are not read.
template <class T>
struct Symmetric {
    [[nodiscard]] T operator()(Index i, Index j) const noexcept {
        if (hermitian && i == j) return std::real(stored(i, j));
        if (lower == (i >= j)) return stored(i, j);
        return conjugated_if(hermitian, stored(j, i));
    }

    Matrix<const T> stored;
    bool lower;
    bool hermitian = false;
};

/// X := factor X; the factor may be real if elements are complex.
template <class Number, class T>
void scale(Index m, Index n, Number factor, const Matrix<T>& x) {
    for (Index j = 0; j < n; ++j)
        for (Index i = 0; i < m; ++i) x(i, j) = factor == Number{0} ? T{0} : factor * x(i, j);
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
