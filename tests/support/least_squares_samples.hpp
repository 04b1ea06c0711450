#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/gemm_samples.hpp"
#include <hg/lapack/gels.hpp>

/// Least squares and least norms, their oracle and their bounds, for the tests of lapack.
namespace hg::test {

/// op(A) X = B with a matrix of full rank, whose condition number is small.
template <class T>
struct LeastSquares {
    LeastSquares(Op of_a, std::int64_t m, std::int64_t n, std::int64_t nrhs)
        : op(of_a),
          A(Layout::col_major, m, n, 3, static_cast<unsigned>(m + 50 * n)),
          B(Layout::col_major, std::max(m, n), nrhs, 5, 7) {
        for (std::int64_t i = 0; i < std::min(m, n); ++i)
            A(i, i) +=
                static_cast<T>((i % 2 == 0 ? 1.5 : -1.5) * std::sqrt(static_cast<double>(std::max(m, n))));
    }

    /// hg::gels in place. Returns info.
    std::int64_t solve(Session& session) {
        return gels<T>(session, op, A.rows, A.cols, B.cols, A.data.data(), A.ld, B.data.data(), B.ld);
    }

    /// Of op(A).
    [[nodiscard]] std::int64_t rows() const { return op == Op::none ? A.rows : A.cols; }
    [[nodiscard]] std::int64_t cols() const { return op == Op::none ? A.cols : A.rows; }
    [[nodiscard]] long double element(std::int64_t i, std::int64_t j) const {
        return op == Op::none ? A(i, j) : A(j, i);
    }

    Op op;
    Matrix<T> A, B;
};

using LongVector = std::vector<long double>;

/// op(A) x, or its transpose times x.
template <class T>
LongVector product(const LeastSquares<T>& s, const LongVector& x, bool transposed = false) {
    LongVector y(static_cast<std::size_t>(transposed ? s.cols() : s.rows()));
    for (std::int64_t j = 0; j < s.cols(); ++j)
        for (std::int64_t i = 0; i < s.rows(); ++i) {
            const auto row = static_cast<std::size_t>(transposed ? j : i);
            y[row] += s.element(i, j) * x[static_cast<std::size_t>(transposed ? i : j)];
        }
    return y;
}

/// Solves G y = b for a symmetric positive definite G, all its elements stored, by elimination.
inline LongVector solve_definite(std::vector<LongVector> G, LongVector b) {
    const std::size_t n = b.size();
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t i = k + 1; i < n; ++i) {
            const long double factor = G[i][k] / G[k][k];
            for (std::size_t j = k; j < n; ++j) G[i][j] -= factor * G[k][j];
            b[i] -= factor * b[k];
        }
    for (std::size_t k = n; k-- > 0;) {
        for (std::size_t j = k + 1; j < n; ++j) b[k] -= G[k][j] * b[j];
        b[k] /= G[k][k];
    }
    return b;
}

/// Column j of X by the normal equations: M^T M x = M^T b, or x = M^T y with M M^T y = b if M = op(A) is wide.
template <class T>
LongVector solve_by_definition(const LeastSquares<T>& s, std::int64_t j) {
    const bool wide = s.rows() < s.cols();
    const std::int64_t order = std::min(s.rows(), s.cols()), depth = std::max(s.rows(), s.cols());
    const auto line = [&](std::int64_t i, std::int64_t p) {
        return wide ? s.element(i, p) : s.element(p, i);
    };
    std::vector<LongVector> G(static_cast<std::size_t>(order), LongVector(static_cast<std::size_t>(order)));
    for (std::int64_t i = 0; i < order; ++i)
        for (std::int64_t k = 0; k < order; ++k)
            for (std::int64_t p = 0; p < depth; ++p)
                G[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)] += line(i, p) * line(k, p);
    LongVector b(static_cast<std::size_t>(s.rows()));
    for (std::int64_t i = 0; i < s.rows(); ++i) b[static_cast<std::size_t>(i)] = s.B(i, j);
    return wide ? product(s, solve_definite(G, b), true) : solve_definite(G, product(s, b, true));
}

inline double length(const LongVector& x) {
    long double sum = 0;
    for (const long double element : x) sum += element * element;
    return static_cast<double>(std::sqrt(sum));
}

/// The Frobenius norm of A.
template <class T>
double norm_of(const LeastSquares<T>& s) {
    LongVector elements;
    for (std::int64_t j = 0; j < s.cols(); ++j)
        for (std::int64_t i = 0; i < s.rows(); ++i) elements.push_back(s.element(i, j));
    return length(elements);
}

/// Whether column j of what gels left in `solved` solves the system in `before`, with the residual r = b - M x:
///
///     more rows     |M^T r| <= 20 eps |M| (|M| |x| + |b|), and what is below x has the length of r
///     more columns  |r| <= 20 eps (|M| |x| + |b|)
///     all           |x - reference| <= 200 eps |reference|, since condition numbers are small
template <class T>
testing::AssertionResult is_solution(const LeastSquares<T>& before, const LeastSquares<T>& solved,
                                     std::int64_t j) {
    const double eps = std::numeric_limits<T>::epsilon();
    const auto fails = [&](const char* what, double found, double bound) {
        return testing::AssertionFailure()
               << before.rows() << " x " << before.cols() << ", column " << j << ": " << what << " is "
               << found << ", above its bound " << bound;
    };
    LongVector x(static_cast<std::size_t>(before.cols())), difference = solve_by_definition(before, j);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = solved.B(static_cast<std::int64_t>(i), j);
    const double reference = length(difference);
    for (std::size_t i = 0; i < x.size(); ++i) difference[i] -= x[i];
    if (!(length(difference) <= 200 * eps * reference))
        return fails("the error", length(difference), 200 * eps * reference);
    LongVector r = product(before, x), b(r.size());
    for (std::size_t i = 0; i < r.size(); ++i) {
        b[i] = before.B(static_cast<std::int64_t>(i), j);
        r[i] = b[i] - r[i];
    }
    const double norm = norm_of(before), size = norm * length(x) + length(b);
    if (before.rows() <= before.cols())
        return length(r) <= 20 * eps * size ? testing::AssertionSuccess()
                                            : fails("|r|", length(r), 20 * eps * size);
    if (const double gradient = length(product(before, r, true)); !(gradient <= 20 * eps * norm * size))
        return fails("|M^T r|", gradient, 20 * eps * norm * size);
    LongVector below;
    for (std::int64_t i = before.cols(); i < before.rows(); ++i) below.push_back(solved.B(i, j));
    const double off = std::fabs(length(below) - length(r));
    return off <= 20 * eps * size ? testing::AssertionSuccess()
                                  : fails("what is below x", off, 20 * eps * size);
}

/// Whether A holds factors: |R^T R - A^T A| <= 20 eps |A|^2, or |L L^T - A A^T| if A is wide.
template <class T>
testing::AssertionResult holds_factors(const Matrix<T>& A, const Matrix<T>& factors) {
    const bool wide = A.rows < A.cols;
    const std::int64_t order = std::min(A.rows, A.cols), depth = std::max(A.rows, A.cols);
    const auto line = [&](const Matrix<T>& x, std::int64_t i, std::int64_t p) {
        return static_cast<long double>(wide ? x(i, p) : x(p, i));
    };
    LongVector difference, elements;
    for (std::int64_t i = 0; i < order; ++i)
        for (std::int64_t k = 0; k < order; ++k) {
            long double off = 0;
            for (std::int64_t p = 0; p < depth; ++p) off += line(A, i, p) * line(A, k, p);
            for (std::int64_t p = 0; p <= std::min(i, k); ++p)
                off -= line(factors, i, p) * line(factors, k, p);
            difference.push_back(off);
        }
    for (std::int64_t i = 0; i < order; ++i)
        for (std::int64_t p = 0; p < depth; ++p) elements.push_back(line(A, i, p));
    const double norm = length(elements);
    const double bound = 20 * static_cast<double>(std::numeric_limits<T>::epsilon()) * norm * norm;
    if (!(length(difference) <= bound))
        return testing::AssertionFailure() << A.rows << " x " << A.cols << ": the factors are off by "
                                           << length(difference) << ", bound " << bound;
    return testing::AssertionSuccess();
}

}  // namespace hg::test
