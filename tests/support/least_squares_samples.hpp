#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>
#include <vector>

#include "support/complex_samples.hpp"
#include <hg/lapack/gels.hpp>

/// Least squares and least norms, their oracle and their bounds, for the tests of lapack.
namespace hg::test {

/// Extended precision for an element's arithmetic.
template <class T>
using LongOf = std::conditional_t<RealElement<T>, long double, std::complex<long double>>;
template <class T>
using LongVector = std::vector<LongOf<T>>;

inline long double conjugate(long double x) {
    return x;
}
inline std::complex<long double> conjugate(std::complex<long double> x) {
    return std::conj(x);
}

/// op(A) X = B with a matrix of full rank, whose condition number is small. Op::trans stands for A^H if elements are complex.
template <class T>
struct LeastSquares {
    LeastSquares(Op of_a, std::int64_t m, std::int64_t n, std::int64_t nrhs)
        : op(of_a == Op::none || RealElement<T> ? of_a : Op::conj_trans),
          A(Layout::col_major, m, n, 3, static_cast<unsigned>(m + 50 * n)),
          B(Layout::col_major, std::max(m, n), nrhs, 5, 7) {
        for (std::int64_t i = 0; i < std::min(m, n); ++i)
            A(i, i) += static_cast<RealOf<T>>((i % 2 == 0 ? 1.5 : -1.5) *
                                              std::sqrt(static_cast<double>(std::max(m, n))));
    }

    /// hg::gels in place. Returns info.
    std::int64_t solve(Session& session) {
        return gels<T>(session, op, A.rows, A.cols, B.cols, A.data.data(), A.ld, B.data.data(), B.ld);
    }

    /// Of op(A).
    [[nodiscard]] std::int64_t rows() const { return op == Op::none ? A.rows : A.cols; }
    [[nodiscard]] std::int64_t cols() const { return op == Op::none ? A.cols : A.rows; }
    [[nodiscard]] LongOf<T> element(std::int64_t i, std::int64_t j) const {
        return op == Op::none ? LongOf<T>(A(i, j)) : conjugate(LongOf<T>(A(j, i)));
    }

    Op op;
    Matrix<T> A, B;
};

/// op(A) x, or its adjoint times x.
template <class T>
LongVector<T> product(const LeastSquares<T>& s, const LongVector<T>& x, bool adjoint = false) {
    LongVector<T> y(static_cast<std::size_t>(adjoint ? s.cols() : s.rows()));
    for (std::int64_t j = 0; j < s.cols(); ++j)
        for (std::int64_t i = 0; i < s.rows(); ++i) {
            const auto row = static_cast<std::size_t>(adjoint ? j : i);
            y[row] += (adjoint ? conjugate(s.element(i, j)) : s.element(i, j)) *
                      x[static_cast<std::size_t>(adjoint ? i : j)];
        }
    return y;
}

/// Solves G y = b for a hermitian positive definite G, all its elements stored, by elimination.
template <class Long>
std::vector<Long> solve_definite(std::vector<std::vector<Long>> G, std::vector<Long> b) {
    const std::size_t n = b.size();
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t i = k + 1; i < n; ++i) {
            const Long factor = G[i][k] / G[k][k];
            for (std::size_t j = k; j < n; ++j) G[i][j] -= factor * G[k][j];
            b[i] -= factor * b[k];
        }
    for (std::size_t k = n; k-- > 0;) {
        for (std::size_t j = k + 1; j < n; ++j) b[k] -= G[k][j] * b[j];
        b[k] /= G[k][k];
    }
    return b;
}

/// Column j of X by the normal equations: M^H M x = M^H b, or x = M^H y with M M^H y = b if M = op(A) is wide.
template <class T>
LongVector<T> solve_by_definition(const LeastSquares<T>& s, std::int64_t j) {
    const bool wide = s.rows() < s.cols();
    const std::int64_t order = std::min(s.rows(), s.cols()), depth = std::max(s.rows(), s.cols());
    const auto line = [&](std::int64_t i, std::int64_t p) {
        return wide ? s.element(i, p) : conjugate(s.element(p, i));
    };
    std::vector<LongVector<T>> G(static_cast<std::size_t>(order),
                                 LongVector<T>(static_cast<std::size_t>(order)));
    for (std::int64_t i = 0; i < order; ++i)
        for (std::int64_t k = 0; k < order; ++k)
            for (std::int64_t p = 0; p < depth; ++p)
                G[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)] +=
                    line(i, p) * conjugate(line(k, p));
    LongVector<T> b(static_cast<std::size_t>(s.rows()));
    for (std::int64_t i = 0; i < s.rows(); ++i) b[static_cast<std::size_t>(i)] = LongOf<T>(s.B(i, j));
    return wide ? product(s, solve_definite(G, b), true) : solve_definite(G, product(s, b, true));
}

template <class Long>
long double length(const std::vector<Long>& x) {
    long double sum = 0;
    for (const Long element : x) sum += std::norm(element);
    return std::sqrt(sum);
}

/// The Frobenius norm of A.
template <class T>
long double norm_of(const LeastSquares<T>& s) {
    LongVector<T> elements;
    for (std::int64_t j = 0; j < s.cols(); ++j)
        for (std::int64_t i = 0; i < s.rows(); ++i) elements.push_back(s.element(i, j));
    return length(elements);
}

/// Whether column j of what gels left in `solved` solves the system in `before`, with the residual r = b - M x:
///
///     more rows     |M^H r| <= 20 eps |M| (|M| |x| + |b|), and what is below x has the length of r
///     more columns  |r| <= 20 eps (|M| |x| + |b|)
///     all           |x - reference| <= 200 eps |reference|, since condition numbers are small
template <class T>
testing::AssertionResult is_solution(const LeastSquares<T>& before, const LeastSquares<T>& solved,
                                     std::int64_t j) {
    const double eps = std::numeric_limits<RealOf<T>>::epsilon();
    const auto fails = [&](const char* what, long double found, long double bound) {
        return testing::AssertionFailure()
               << before.rows() << " x " << before.cols() << ", column " << j << ": " << what << " is "
               << found << ", above its bound " << bound;
    };
    LongVector<T> x(static_cast<std::size_t>(before.cols())), difference = solve_by_definition(before, j);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = LongOf<T>(solved.B(static_cast<std::int64_t>(i), j));
    const long double reference = length(difference);
    for (std::size_t i = 0; i < x.size(); ++i) difference[i] -= x[i];
    if (!(length(difference) <= 200 * eps * reference))
        return fails("the error", length(difference), 200 * eps * reference);
    LongVector<T> r = product(before, x), b(r.size());
    for (std::size_t i = 0; i < r.size(); ++i) {
        b[i] = LongOf<T>(before.B(static_cast<std::int64_t>(i), j));
        r[i] = b[i] - r[i];
    }
    const long double norm = norm_of(before), size = norm * length(x) + length(b);
    if (before.rows() <= before.cols())
        return length(r) <= 20 * eps * size ? testing::AssertionSuccess()
                                            : fails("|r|", length(r), 20 * eps * size);
    if (const long double gradient = length(product(before, r, true)); !(gradient <= 20 * eps * norm * size))
        return fails("|M^H r|", gradient, 20 * eps * norm * size);
    LongVector<T> below;
    for (std::int64_t i = before.cols(); i < before.rows(); ++i) below.push_back(LongOf<T>(solved.B(i, j)));
    const long double off = std::fabs(length(below) - length(r));
    return off <= 20 * eps * size ? testing::AssertionSuccess()
                                  : fails("what is below x", off, 20 * eps * size);
}

/// Whether A holds factors: |R^H R - A^H A| <= 20 eps |A|^2, or |L L^H - A A^H| if A is wide.
template <class T>
testing::AssertionResult holds_factors(const Matrix<T>& A, const Matrix<T>& factors) {
    const bool wide = A.rows < A.cols;
    const std::int64_t order = std::min(A.rows, A.cols), depth = std::max(A.rows, A.cols);
    const auto line = [&](const Matrix<T>& x, std::int64_t i, std::int64_t p) {
        return wide ? LongOf<T>(x(i, p)) : conjugate(LongOf<T>(x(p, i)));
    };
    LongVector<T> difference, elements;
    for (std::int64_t i = 0; i < order; ++i)
        for (std::int64_t k = 0; k < order; ++k) {
            LongOf<T> off = 0;
            for (std::int64_t p = 0; p < depth; ++p) off += line(A, i, p) * conjugate(line(A, k, p));
            for (std::int64_t p = 0; p <= std::min(i, k); ++p)
                off -= line(factors, i, p) * conjugate(line(factors, k, p));
            difference.push_back(off);
        }
    for (std::int64_t i = 0; i < order; ++i)
        for (std::int64_t p = 0; p < depth; ++p) elements.push_back(line(A, i, p));
    const long double norm = length(elements);
    const long double bound =
        20 * static_cast<long double>(std::numeric_limits<RealOf<T>>::epsilon()) * norm * norm;
    if (!(length(difference) <= bound))
        return testing::AssertionFailure() << A.rows << " x " << A.cols << ": the factors are off by "
                                           << length(difference) << ", bound " << bound;
    return testing::AssertionSuccess();
}

}  // namespace hg::test
