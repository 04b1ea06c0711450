#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/gemm_samples.hpp"

/// QR factorizations and their bounds, for the tests of kernels and lapack.
namespace hg::test {

/// R and the reflectors as geqrf leaves them.
template <class T>
struct QrFactors {
    Matrix<T> factors;
    std::vector<T> tau;
};

/// C := H_j C for the reflectors in the columns of `factors`, the first or the last of them first: Q^T C or Q C. In
/// double precision.
template <class T>
void reflect(const QrFactors<T>& q, bool transposed, Matrix<double>& C) {
    const auto count = static_cast<std::int64_t>(q.tau.size());
    for (std::int64_t step = 0; step < count; ++step) {
        const std::int64_t j = transposed ? step : count - 1 - step;
        const auto tau = static_cast<double>(q.tau[static_cast<std::size_t>(j)]);
        for (std::int64_t c = 0; c < C.cols; ++c) {
            double sum = C(j, c);
            for (std::int64_t i = j + 1; i < C.rows; ++i)
                sum += static_cast<double>(q.factors(i, j)) * C(i, c);
            C(j, c) -= tau * sum;
            for (std::int64_t i = j + 1; i < C.rows; ++i)
                C(i, c) -= tau * sum * static_cast<double>(q.factors(i, j));
        }
    }
}

/// A matrix of the same elements in double precision, without gaps.
template <class T>
Matrix<double> in_double(const Matrix<T>& A) {
    Matrix<double> copy(Layout::col_major, A.rows, A.cols, 0, 1);
    for (std::int64_t j = 0; j < A.cols; ++j)
        for (std::int64_t i = 0; i < A.rows; ++i) copy(i, j) = static_cast<double>(A(i, j));
    return copy;
}

/// Whether they are the factors of A, as LAPACK has them: |Q^T A - R| <= 10 sqrt(m) eps |A| column by column, each H_j
/// orthogonal, 1 <= tau <= 2 or tau = 0.
template <class T>
testing::AssertionResult is_qr(const Matrix<T>& A, const QrFactors<T>& q) {
    constexpr double eps = std::numeric_limits<T>::epsilon();
    const double growth = 10 * std::sqrt(static_cast<double>(A.rows) + 1);
    const auto count = static_cast<std::int64_t>(q.tau.size());
    if (count != std::min(A.rows, A.cols)) return testing::AssertionFailure() << count << " reflectors";
    for (std::int64_t j = 0; j < count; ++j) {
        const auto tau = static_cast<double>(q.tau[static_cast<std::size_t>(j)]);
        if (tau == 0) continue;
        double square = 1;
        for (std::int64_t i = j + 1; i < A.rows; ++i)
            square += std::pow(static_cast<double>(q.factors(i, j)), 2);
        if (!(std::fabs(tau * square - 2) <= growth * eps) || !(tau >= 1 - growth * eps))
            return testing::AssertionFailure() << "tau " << j << " is " << tau << ", v^T v " << square;
    }
    Matrix<double> rest = in_double(A);
    reflect(q, true, rest);
    for (std::int64_t j = 0; j < A.cols; ++j) {
        double error = 0, norm = 0;
        for (std::int64_t i = 0; i < A.rows; ++i) {
            const double r = i <= j ? static_cast<double>(q.factors(i, j)) : 0;
            error = std::hypot(error, rest(i, j) - r);
            norm = std::hypot(norm, static_cast<double>(A(i, j)));
        }
        if (!(error <= growth * eps * norm))
            return testing::AssertionFailure() << "column " << j << " of " << A.rows << "x" << A.cols
                                               << " differs by " << error << " of " << norm;
    }
    if (!q.factors.gaps_untouched()) return testing::AssertionFailure() << "wrote between columns";
    return testing::AssertionSuccess();
}

/// What the factorization of a panel makes beside the factors: V with its ones and zeros, and T.
template <class T>
struct QrPanelFactors : QrFactors<T> {
    Matrix<T> V, triangle;
};

/// V has its ones and zeros; I - V T V^T maps a matrix to what the reflectors make of it.
template <class T>
void expect_block_reflector(const QrPanelFactors<T>& f) {
    const std::int64_t m = f.V.rows, n = f.V.cols;
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i)
            ASSERT_EQ(f.V(i, j), i < j ? T{0} : i == j ? T{1} : f.factors(i, j)) << i << ", " << j;
    Matrix<double> C(Layout::col_major, m, 2, 0, 5);
    const Matrix<double> before = C;
    reflect<T>(f, false, C);
    for (std::int64_t c = 0; c < C.cols; ++c) {
        std::vector<double> w(static_cast<std::size_t>(n)), tw(w.size());
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < m; ++i)
                w[static_cast<std::size_t>(j)] += static_cast<double>(f.V(i, j)) * before(i, c);
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < n; ++i)
                tw[static_cast<std::size_t>(i)] +=
                    static_cast<double>(f.triangle(i, j)) * w[static_cast<std::size_t>(j)];
        for (std::int64_t i = 0; i < m; ++i) {
            double got = before(i, c);
            for (std::int64_t j = 0; j < n; ++j)
                got -= static_cast<double>(f.V(i, j)) * tw[static_cast<std::size_t>(j)];
            ASSERT_NEAR(got, C(i, c), 100 * std::sqrt(m) * std::numeric_limits<T>::epsilon()) << i;
        }
    }
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = j + 1; i < n; ++i) ASSERT_EQ(f.triangle(i, j), T{0}) << i << ", " << j;
}

}  // namespace hg::test
