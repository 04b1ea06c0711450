#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <hg/blas/types.hpp>

/// Matrices, an oracle and bounds that the tests of kernels and blas share.
namespace hg::test {

/// Elements of a row or of a column.
template <class T>
struct Line {
    const T* data;
    std::size_t first;
    std::int64_t step;
};

/// rows x cols elements as stored, random in all their parts, with `gap` guard elements at the end of each
/// column (col_major) or row.
template <class T>
struct Matrix {
    Matrix(Layout matrix_layout, std::int64_t r, std::int64_t c, std::int64_t gap, unsigned seed)
        : layout(matrix_layout), rows(r), cols(c) {
        ld = (layout == Layout::col_major ? rows : cols) + gap;
        if (ld == 0) ld = 1;
        data.assign(static_cast<std::size_t>(ld * (layout == Layout::col_major ? cols : rows)), kGuard);
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> part(-1, 1);
        for (std::int64_t j = 0; j < cols; ++j)
            for (std::int64_t i = 0; i < rows; ++i) {
                const double real = part(random);
                if constexpr (ComplexElement<T>)
                    (*this)(i, j) = {static_cast<RealOf<T>>(real), static_cast<RealOf<T>>(part(random))};
                else
                    (*this)(i, j) = static_cast<T>(real);
            }
    }

    [[nodiscard]] std::size_t place(std::int64_t i, std::int64_t j) const {
        return static_cast<std::size_t>(layout == Layout::col_major ? i + j * ld : j + i * ld);
    }
    /// Row i from column j on, and column j from row i on.
    [[nodiscard]] Line<T> row(std::int64_t i, std::int64_t j = 0) const {
        return {data.data(), place(i, j), layout == Layout::col_major ? ld : 1};
    }
    [[nodiscard]] Line<T> column(std::int64_t j, std::int64_t i = 0) const {
        return {data.data(), place(i, j), layout == Layout::col_major ? 1 : ld};
    }
    [[nodiscard]] T& operator()(std::int64_t i, std::int64_t j) { return data[place(i, j)]; }
    [[nodiscard]] T operator()(std::int64_t i, std::int64_t j) const { return data[place(i, j)]; }

    /// True if the guard elements are as they were.
    [[nodiscard]] bool gaps_untouched() const {
        const std::int64_t extent = layout == Layout::col_major ? rows : cols;
        for (std::size_t i = 0; i < data.size(); ++i)
            if (static_cast<std::int64_t>(i) % ld >= extent && data[i] != kGuard) return false;
        return true;
    }
    [[nodiscard]] double norm() const {
        double sum = 0;
        for (std::int64_t j = 0; j < cols; ++j)
            for (std::int64_t i = 0; i < rows; ++i) sum += std::norm(WideElement((*this)(i, j)));
        return std::sqrt(sum);
    }

    using WideElement = std::conditional_t<ComplexElement<T>, std::complex<double>, double>;
    static constexpr T kGuard = T{12345};
    Layout layout;
    std::int64_t rows, cols, ld = 1;
    std::vector<T> data;
};

/// The sum of the products of k elements in long double: what oracles spend their time in. ThreadSanitizer
/// leaves it out: no call writes these operands, and results are compared where it watches.
template <class T>
__attribute__((no_sanitize("thread"))) long double long_dot(std::int64_t k, Line<T> x, Line<T> y) {
    long double sum = 0;
    for (std::int64_t p = 0; p < k; ++p)
        sum += static_cast<long double>(x.data[x.first + static_cast<std::size_t>(p * x.step)]) *
               static_cast<long double>(y.data[y.first + static_cast<std::size_t>(p * y.step)]);
    return sum;
}

/// Whether `got` is `right` except for rounding: far quicker than the oracle, which `right` has passed.
inline testing::AssertionResult same_but_for_rounding(const Matrix<double>& right, const Matrix<double>& got,
                                                      double most) {
    for (std::int64_t j = 0; j < right.cols; ++j)
        for (std::int64_t i = 0; i < right.rows; ++i)
            if (!(std::fabs(got(i, j) - right(i, j)) <= most))
                return testing::AssertionFailure() << "element " << i << ", " << j << " is " << got(i, j)
                                                   << " instead of " << right(i, j);
    if (!got.gaps_untouched()) return testing::AssertionFailure() << "wrote between columns";
    return testing::AssertionSuccess();
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
    long double squares = 0;
    const bool plain_a = s.op_a == Op::none, plain_b = s.op_b == Op::none;
    for (std::int64_t j = 0; j < s.n; ++j)
        for (std::int64_t i = 0; i < s.m; ++i) {
            const long double sum =
                long_dot(s.k, plain_a ? a.row(i) : a.column(i), plain_b ? b.column(j) : b.row(j));
            const long double old = s.beta == T{0} ? 0.0L : static_cast<long double>(s.beta) * c(i, j);
            const long double difference = got(i, j) - (static_cast<long double>(s.alpha) * sum + old);
            squares += difference * difference;
        }
    const double error = static_cast<double>(std::sqrt(squares));
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
