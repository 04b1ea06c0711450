#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/gemm_samples.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/session.hpp>
#include <hg/lapack/getrf.hpp>

/// Factorizations, their oracle and their bounds, for the tests of lapack.
namespace hg::test {

using Pivots = std::vector<std::int64_t>;

template <class T>
struct Factorization {
    Matrix<T> factors;
    Pivots ipiv;
    std::int64_t info = 0;
};

template <class T>
Matrix<T> random_matrix(std::int64_t m, std::int64_t n, unsigned seed, std::int64_t gap = 3) {
    return Matrix<T>(Layout::col_major, m, n, gap, seed);
}

/// hg::getrf on a copy of A.
template <class T>
Factorization<T> factor(Session& session, const Matrix<T>& A, Pivoting pivoting = Pivoting::partial) {
    const auto order = static_cast<std::size_t>(std::min(A.rows, A.cols));
    Factorization<T> f{A, Pivots(order, -7), -7};
    f.info = getrf<T>(session, Layout::col_major, A.rows, A.cols, f.factors.data.data(), A.ld, f.ipiv.data(),
                      {pivoting});
    return f;
}

/// The factorization as LAPACK's routine GETF2 defines it, step by step.
template <class T>
Factorization<T> factor_by_definition(const Matrix<T>& matrix, Pivoting pivoting = Pivoting::partial) {
    Factorization<T> f{matrix, {}, 0};
    Matrix<T>& A = f.factors;
    for (std::int64_t k = 0; k < std::min(A.rows, A.cols); ++k) {
        std::int64_t pivot = k;
        for (std::int64_t i = k + 1; i < A.rows && pivoting != Pivoting::none; ++i)
            if (std::fabs(A(i, k)) > std::fabs(A(pivot, k))) pivot = i;
        f.ipiv.push_back(pivot + 1);
        if (A(pivot, k) == T{0}) {
            if (f.info == 0) f.info = k + 1;
        } else {
            for (std::int64_t j = 0; j < A.cols; ++j) std::swap(A(k, j), A(pivot, j));
            for (std::int64_t i = k + 1; i < A.rows; ++i) A(i, k) /= A(k, k);
        }
        for (std::int64_t j = k + 1; j < A.cols; ++j)
            for (std::int64_t i = k + 1; i < A.rows; ++i) A(i, j) -= A(i, k) * A(k, j);
    }
    return f;
}

template <class T>
void interchange_rows_of(Matrix<T>& A, const Pivots& ipiv) {
    for (std::size_t i = 0; i < ipiv.size(); ++i)
        for (std::int64_t j = 0; j < A.cols; ++j)
            std::swap(A(static_cast<std::int64_t>(i), j), A(ipiv[i] - 1, j));
}

/// Whether the interchanges are possible ones: row i with one of rows i .. m.
inline testing::AssertionResult are_pivots(const Pivots& ipiv, std::int64_t m) {
    for (std::size_t i = 0; i < ipiv.size(); ++i)
        if (ipiv[i] <= static_cast<std::int64_t>(i) || ipiv[i] > m)
            return testing::AssertionFailure() << "ipiv[" << i << "] is " << ipiv[i] << ", m is " << m;
    return testing::AssertionSuccess();
}

/// The sum of the squares of A - L U.
template <class T>
long double squares_of_residual(const Matrix<T>& A, const Matrix<T>& factors) {
    const std::int64_t m = A.rows, n = A.cols, order = std::min(m, n);
    long double squares = 0;
    std::vector<long double> column(static_cast<std::size_t>(m));
    for (std::int64_t j = 0; j < n; ++j) {
        for (std::int64_t i = 0; i < m; ++i) column[static_cast<std::size_t>(i)] = A(i, j);
        for (std::int64_t k = 0; k < std::min(order, j + 1); ++k) {
            const long double u = factors(k, j);
            column[static_cast<std::size_t>(k)] -= u;
            for (std::int64_t i = k + 1; i < m; ++i) column[static_cast<std::size_t>(i)] -= factors(i, k) * u;
        }
        for (long double x : column) squares += x * x;
    }
    return squares;
}

/// The same by products with vectors of random signs, whose squares have that sum as their mean: exactly, if
/// one element of each row is wrong.
template <class T>
long double likely_squares_of_residual(const Matrix<T>& A, const Matrix<T>& factors) {
    constexpr int kVectors = 16;
    const std::int64_t m = A.rows, n = A.cols, order = std::min(m, n);
    std::mt19937 random(1);
    long double squares = 0;
    for (int vector = 0; vector < kVectors; ++vector) {
        std::vector<long double> residual(static_cast<std::size_t>(m)), ux(static_cast<std::size_t>(order));
        for (std::int64_t j = 0; j < n; ++j) {
            const T sign = random() % 2 == 0 ? T{1} : T{-1};
            for (std::int64_t i = 0; i < m; ++i) residual[static_cast<std::size_t>(i)] += sign * A(i, j);
            for (std::int64_t k = 0; k < std::min(order, j + 1); ++k)
                ux[static_cast<std::size_t>(k)] += sign * factors(k, j);
        }
        for (std::int64_t k = 0; k < order; ++k) {
            const long double u = ux[static_cast<std::size_t>(k)];
            residual[static_cast<std::size_t>(k)] -= u;
            for (std::int64_t i = k + 1; i < m; ++i)
                residual[static_cast<std::size_t>(i)] -= factors(i, k) * u;
        }
        for (long double x : residual) squares += x * x / kVectors;
    }
    return squares;
}

/// Products of larger matrices would take most of a test's time.
constexpr std::int64_t kWholeProducts = 5'000'000;

/// Whether |P^T A - L U| <= 3 eps sqrt(k + 2) |L| |U| in the Frobenius norm, k = min(m, n), with multipliers
/// of at most 1 if pivoting is partial, and the gaps between columns as they were.
template <class T>
testing::AssertionResult is_factorization(const Matrix<T>& matrix, const Factorization<T>& f,
                                          Pivoting pivoting = Pivoting::partial) {
    const std::int64_t m = matrix.rows, n = matrix.cols, order = std::min(m, n);
    if (auto possible = are_pivots(f.ipiv, m); !possible) return possible;
    Matrix<T> A = matrix;
    interchange_rows_of(A, f.ipiv);
    double l_squares = static_cast<double>(order), u_squares = 0, largest_multiplier = 0;
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i) {
            const auto x = static_cast<double>(f.factors(i, j));
            (i > j ? l_squares : u_squares) += x * x;
            if (i > j) largest_multiplier = std::max(largest_multiplier, std::fabs(x));
        }
    const long double squares = m * n * order < kWholeProducts ? squares_of_residual(A, f.factors)
                                                               : likely_squares_of_residual(A, f.factors);
    const double error = static_cast<double>(std::sqrt(squares));
    const double eps = std::numeric_limits<T>::epsilon();
    const double bound =
        3 * eps * std::sqrt(static_cast<double>(order + 2)) * std::sqrt(l_squares) * std::sqrt(u_squares);
    if (!(error <= bound))
        return testing::AssertionFailure()
               << m << " x " << n << ": |PA - LU| is " << error << ", above its bound " << bound;
    if (pivoting == Pivoting::partial && !(largest_multiplier <= 1 + eps))
        return testing::AssertionFailure() << m << " x " << n << ": a multiplier is " << largest_multiplier;
    if (!f.factors.gaps_untouched())
        return testing::AssertionFailure() << m << " x " << n << ": wrote between m and lda";
    return testing::AssertionSuccess();
}

/// Whether both are the same, bit by bit (0 and -0 are the same).
template <class T>
testing::AssertionResult same_factorization(const Factorization<T>& expected, const Factorization<T>& got) {
    if (expected.info != got.info)
        return testing::AssertionFailure() << "info is " << got.info << " instead of " << expected.info;
    for (std::size_t i = 0; i < expected.ipiv.size(); ++i)
        if (expected.ipiv[i] != got.ipiv[i])
            return testing::AssertionFailure()
                   << "ipiv[" << i << "] is " << got.ipiv[i] << " instead of " << expected.ipiv[i];
    const Matrix<T>&a = expected.factors, &b = got.factors;
    for (std::int64_t j = 0; j < a.cols; ++j)
        for (std::int64_t i = 0; i < a.rows; ++i)
            if (a(i, j) != b(i, j))
                return testing::AssertionFailure()
                       << "element " << i << ", " << j << " is " << b(i, j) << " instead of " << a(i, j);
    return testing::AssertionSuccess();
}

/// A matrix of which all steps of a factorization are exact, in any order of sums: P^T A = L U with small
/// integers in U, powers of two on its diagonal, and multipliers 0 and +-1/2 that make L - I nilpotent of
/// order two, so that its inverse is 2 I - L. No multiplier ties with 1: partial pivoting finds P, L and U.
/// Where singular[i], pivot i is zero, its column of L one of the identity, and row i stays where it is.
template <class T>
Matrix<T> exact_matrix(std::int64_t m, std::int64_t n, unsigned seed, const std::vector<bool>& singular = {},
                       bool permuted = true) {
    std::mt19937 random(seed);
    const auto in = [&](auto low, auto high) { return std::uniform_int_distribution(low, high)(random); };
    const std::int64_t order = std::min(m, n);
    const auto is_singular = [&](std::int64_t i) {
        return static_cast<std::size_t>(i) < singular.size() && singular[static_cast<std::size_t>(i)];
    };
    Matrix<T> L = random_matrix<T>(m, order, 0, 0), U = random_matrix<T>(order, n, 0, 0);
    for (std::int64_t j = 0; j < order; ++j)
        for (std::int64_t i = 0; i < m; ++i) {
            const bool multiplier = i > j && i % 2 == 1 && j % 2 == 0 && !is_singular(j);
            L(i, j) = i == j ? T{1} : multiplier ? static_cast<T>(in(-1, 1)) / 2 : T{0};
        }
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < order; ++i)
            U(i, j) = static_cast<T>(i < j ? in(-4, 4) : i > j || is_singular(i) ? 0 : 1 << in(0, 2));
    Matrix<T> A = random_matrix<T>(m, n, 0);
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i) {
            A(i, j) = 0;
            for (std::int64_t k = 0; k < order; ++k) A(i, j) += L(i, k) * U(k, j);
        }
    for (std::int64_t i = order - 1; i >= 0 && permuted; --i) {
        const std::int64_t other = is_singular(i) ? i : in(i, m - 1);
        for (std::int64_t j = 0; j < n; ++j) std::swap(A(i, j), A(other, j));
    }
    return A;
}

}  // namespace hg::test
