#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/vector_runs.hpp"
#include <hg/blas/types.hpp>

/// Products of matrices and vectors on registers, and what they should be.
namespace hg::test {

/// A vector's increment, negative if it counts from its end.
template <class T>
struct SignedVector : HostVector<T> {
    SignedVector(std::int64_t length, std::int64_t increment, unsigned seed)
        : HostVector<T>(length, std::abs(increment), seed), reversed(increment < 0) {}
    [[nodiscard]] std::int64_t place(std::int64_t i) const { return reversed ? this->n - 1 - i : i; }
    [[nodiscard]] T at(std::int64_t i) const { return (*this)[place(i)]; }
    T& at(std::int64_t i) { return (*this)[place(i)]; }

    bool reversed;
};

/// m x n elements in rows from `first_row` on of a matrix with `gap` rows below; NaN beside them.
template <class T>
struct HostWindow {
    HostWindow(std::int64_t rows, std::int64_t cols, std::int64_t above, std::int64_t gap, unsigned seed)
        : m(rows), n(cols), first_row(above), matrix(Layout::col_major, above + rows + gap, cols, 0, seed) {
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < matrix.rows; ++i)
                if (i < above || i >= above + m) matrix(i, j) = std::numeric_limits<T>::quiet_NaN();
    }
    T& operator()(std::int64_t i, std::int64_t j) { return matrix(first_row + i, j); }
    T operator()(std::int64_t i, std::int64_t j) const { return matrix(first_row + i, j); }
    RegisterId on(VectorRun& run) {
        return run.builder.window(run.matrix(matrix.data, matrix.rows, matrix.cols), first_row, 0, m, n);
    }

    std::int64_t m, n, first_row;
    Matrix<T> matrix;
};

/// A sum in long double, and that of its terms' magnitudes.
struct LongSum {
    void add(long double term) {
        value += term;
        size += std::fabs(term);
    }
    /// Whether `got` is the sum but for rounding, of as many terms as `terms`.
    template <class T>
    [[nodiscard]] testing::AssertionResult is(T got, std::int64_t terms) const {
        const long double roundings = 8 + 2 * std::sqrt(static_cast<long double>(terms));
        const long double error = std::fabs(static_cast<long double>(got) - value);
        if (error <= roundings * std::numeric_limits<T>::epsilon() * size) return testing::AssertionSuccess();
        return testing::AssertionFailure() << got << " instead of " << static_cast<double>(value);
    }

    long double value = 0, size = 0;
};

}  // namespace hg::test
