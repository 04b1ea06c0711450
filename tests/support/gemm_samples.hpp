#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "blas/types.hpp"
#include "support/norm_by_products.hpp"

/// Matrices, an oracle and bounds that the tests of kernels and blas share.
namespace hg::test {

/// rows x cols elements as stored, with `gap` guard elements at the end of each column (col_major) or row.
template <class T>
struct Matrix {
    Matrix(Layout matrix_layout, std::int64_t r, std::int64_t c, std::int64_t gap, unsigned seed)
        : layout(matrix_layout), rows(r), cols(c) {
        ld = (layout == Layout::col_major ? rows : cols) + gap;
        if (ld == 0) ld = 1;
        data.assign(static_cast<std::size_t>(ld * (layout == Layout::col_major ? cols : rows)), kGuard);
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> value(-1, 1);
        for (std::int64_t j = 0; j < cols; ++j)
            for (std::int64_t i = 0; i < rows; ++i) (*this)(i, j) = static_cast<T>(value(random));
    }

    [[nodiscard]] std::size_t place(std::int64_t i, std::int64_t j) const {
        return static_cast<std::size_t>(layout == Layout::col_major ? i + j * ld : j + i * ld);
    }
    [[nodiscard]] T& operator()(std::int64_t i, std::int64_t j) { return data[place(i, j)]; }
    [[nodiscard]] T operator()(std::int64_t i, std::int64_t j) const { return data[place(i, j)]; }

    /// True where the guard elements are as they were.
    [[nodiscard]] bool gaps_untouched() const {
        const std::int64_t extent = layout == Layout::col_major ? rows : cols;
        for (std::size_t i = 0; i < data.size(); ++i)
            if (static_cast<std::int64_t>(i) % ld >= extent && data[i] != kGuard) return false;
        return true;
    }
    [[nodiscard]] double norm() const {
        double sum = 0;
        for (std::int64_t j = 0; j < cols; ++j)
            for (std::int64_t i = 0; i < rows; ++i) sum += std::pow(static_cast<double>((*this)(i, j)), 2);
        return std::sqrt(sum);
    }

    static constexpr T kGuard = T{12345};
    Layout layout;
    std::int64_t rows, cols, ld = 1;
    std::vector<T> data;
};

/// ThreadSanitizer, which takes a hundred times as long as the sums, is to watch the library, not the oracle.
template <class T>
[[gnu::no_sanitize("thread")]] void add_scaled(long double* sums, long double scale, const T* column,
                                               std::size_t rows) {
    for (std::size_t i = 0; i < rows; ++i) sums[i] += scale * column[i];
}

/// y += factor M x, for a matrix of the test's own that no other thread ever had.
template <class T>
void add_product(Vector& y, long double factor, const Matrix<T>& M, const Vector& x) {
    if (M.layout == Layout::row_major)
        return add_product(
            y, factor, [&M](auto i, auto j) { return M(i, j); }, x);
    for (std::size_t j = 0; j < x.size() && !y.empty(); ++j)
        add_scaled(y.data(), factor * x[j], &M.data[j * static_cast<std::size_t>(M.ld)], y.size());
}

/// One GEMM call with its matrices.
template <class T>
struct GemmSample {
    Layout layout = Layout::col_major;
    Op op_a = Op::none, op_b = Op::none;
    std::int64_t m = 0, n = 0, k = 0;
    T alpha = T{1}, beta = T{0};
    std::int64_t gap = 0;
    unsigned seed = 1;

    [[nodiscard]] Matrix<T> make_a() const {
        return op_a == Op::none ? Matrix<T>(layout, m, k, gap, seed) : Matrix<T>(layout, k, m, gap, seed);
    }
    [[nodiscard]] Matrix<T> make_b() const {
        return op_b == Op::none ? Matrix<T>(layout, k, n, gap, seed + 1)
                                : Matrix<T>(layout, n, k, gap, seed + 1);
    }
    [[nodiscard]] Matrix<T> make_c() const { return Matrix<T>(layout, m, n, gap, seed + 2); }

    [[nodiscard]] std::string text() const {
        return std::string(sizeof(T) == 8 ? "dgemm " : "sgemm ") + static_cast<char>(layout) +
               static_cast<char>(op_a) + static_cast<char>(op_b) + " m=" + std::to_string(m) +
               " n=" + std::to_string(n) + " k=" + std::to_string(k) + " alpha=" + std::to_string(alpha) +
               " beta=" + std::to_string(beta) + " gap=" + std::to_string(gap);
    }
};

/// Whether got is alpha op(A) op(B) + beta C within |C - Cref| <= 3 eps (sqrt(k + 2) |alpha| |A| |B| + 2
/// |beta| |C|) in the Frobenius norm, the oracle summing in long double, and its gaps as they were.
template <class T>
testing::AssertionResult gemm_is_right(const GemmSample<T>& s, const Matrix<T>& a, const Matrix<T>& b,
                                       const Matrix<T>& c, const Matrix<T>& got) {
    const auto element_of = [](const Matrix<T>& matrix, Op op) {
        return [&matrix, op](auto i, auto j) { return op == Op::none ? matrix(i, j) : matrix(j, i); };
    };
    const double error = norm_by_products(s.n, [&](const Vector& x) {
        Vector bx(static_cast<std::size_t>(s.k)), residual(static_cast<std::size_t>(s.m));
        add_product(bx, 1, element_of(b, s.op_b), x);
        add_product(residual, -s.alpha, element_of(a, s.op_a), bx);
        if (s.beta != T{0}) add_product(residual, -s.beta, c, x);
        add_product(residual, 1, element_of(got, Op::none), x);
        return residual;
    });
    const double eps = std::numeric_limits<T>::epsilon();
    const double product = s.alpha == T{0} ? 0 : std::fabs(s.alpha) * a.norm() * b.norm();
    const double addend = s.beta == T{0} ? 0 : std::fabs(s.beta) * c.norm();
    const double bound = 3 * eps * (std::sqrt(static_cast<double>(s.k + 2)) * product + 2 * addend);
    if (!(error <= bound))
        return testing::AssertionFailure() << s.text() << ": error " << error << " above its bound " << bound;
    if (!got.gaps_untouched()) return testing::AssertionFailure() << s.text() << ": wrote between m and ldc";
    return testing::AssertionSuccess();
}

}  // namespace hg::test
