#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "support/complex_samples.hpp"

/// QR factorizations and their bounds, for the tests of kernels and lapack.
namespace hg::test {

/// R and the reflectors as geqrf leaves them.
template <class T>
struct QrFactors {
    Matrix<T> factors;
    std::vector<T> tau;
};

/// C := H_j C for the reflectors in the columns of `factors`, the last of them first, or H_j^H C, the first
/// of them first: Q C or Q^H C. In double precision.
template <class T>
void reflect(const QrFactors<T>& q, bool adjoint, Matrix<WideOf<T>>& C) {
    const auto count = static_cast<std::int64_t>(q.tau.size());
    for (std::int64_t step = 0; step < count; ++step) {
        const std::int64_t j = adjoint ? step : count - 1 - step;
        const auto tau = conjugated_if(adjoint, widened(q.tau[static_cast<std::size_t>(j)]));
        for (std::int64_t c = 0; c < C.cols; ++c) {
            WideOf<T> sum = C(j, c);
            for (std::int64_t i = j + 1; i < C.rows; ++i)
                sum += conjugated_if(true, widened(q.factors(i, j))) * C(i, c);
            C(j, c) -= tau * sum;
            for (std::int64_t i = j + 1; i < C.rows; ++i) C(i, c) -= tau * sum * widened(q.factors(i, j));
        }
    }
}

/// A matrix of the same elements in double precision, without gaps.
template <class T>
Matrix<WideOf<T>> in_double(const Matrix<T>& A) {
    Matrix<WideOf<T>> copy(Layout::col_major, A.rows, A.cols, 0, 1);
    for (std::int64_t j = 0; j < A.cols; ++j)
        for (std::int64_t i = 0; i < A.rows; ++i) copy(i, j) = widened(A(i, j));
    return copy;
}

/// Whether they are the factors of A, as LAPACK has them: |Q^H A - R| <= 10 sqrt(m) eps |A| column by column,
/// each H_j unitary, 1 <= Re(tau) <= 2 or tau = 0, and R with a real diagonal.
template <class T>
testing::AssertionResult is_qr(const Matrix<T>& A, const QrFactors<T>& q) {
    constexpr double eps = std::numeric_limits<RealOf<T>>::epsilon();
    const double growth = 10 * std::sqrt(static_cast<double>(A.rows) + 1);
    const auto count = static_cast<std::int64_t>(q.tau.size());
    if (count != std::min(A.rows, A.cols)) return testing::AssertionFailure() << count << " reflectors";
    for (std::int64_t j = 0; j < count; ++j) {
        const auto tau = widened(q.tau[static_cast<std::size_t>(j)]);
        if (std::imag(q.factors(j, j)) != 0)
            return testing::AssertionFailure() << "R(j, j) is not real: " << j;
        if (tau == WideOf<T>{0}) continue;
        double square = 1;
        for (std::int64_t i = j + 1; i < A.rows; ++i) square += std::norm(widened(q.factors(i, j)));
        const double real = std::real(tau);
        if (!(std::fabs(std::norm(tau) * square - 2 * real) <= growth * eps * std::abs(tau)) ||
            !(real >= 1 - growth * eps))
            return testing::AssertionFailure() << "tau " << j << " is " << tau << ", v^H v " << square;
    }
    Matrix<WideOf<T>> rest = in_double(A);
    reflect(q, true, rest);
    for (std::int64_t j = 0; j < A.cols; ++j) {
        double error = 0, norm = 0;
        for (std::int64_t i = 0; i < A.rows; ++i) {
            const WideOf<T> r = i <= j ? widened(q.factors(i, j)) : WideOf<T>{0};
            error = std::hypot(error, std::abs(rest(i, j) - r));
            norm = std::hypot(norm, std::abs(widened(A(i, j))));
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

/// V has its ones and zeros; I - V T V^H maps a matrix to what the reflectors make of it.
template <class T>
void expect_block_reflector(const QrPanelFactors<T>& f) {
    const std::int64_t m = f.V.rows, n = f.V.cols;
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i)
            ASSERT_EQ(f.V(i, j), i < j ? T{0} : i == j ? T{1} : f.factors(i, j)) << i << ", " << j;
    using Wide = WideOf<T>;
    Matrix<Wide> C(Layout::col_major, m, 2, 0, 5);
    const Matrix<Wide> before = C;
    reflect<T>(f, false, C);
    for (std::int64_t c = 0; c < C.cols; ++c) {
        std::vector<Wide> w(static_cast<std::size_t>(n)), tw(w.size());
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < m; ++i)
                w[static_cast<std::size_t>(j)] += conjugated_if(true, widened(f.V(i, j))) * before(i, c);
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < n; ++i)
                tw[static_cast<std::size_t>(i)] += widened(f.triangle(i, j)) * w[static_cast<std::size_t>(j)];
        for (std::int64_t i = 0; i < m; ++i) {
            Wide got = before(i, c);
            for (std::int64_t j = 0; j < n; ++j) got -= widened(f.V(i, j)) * tw[static_cast<std::size_t>(j)];
            ASSERT_LE(std::abs(got - C(i, c)), 100 * std::sqrt(m) * std::numeric_limits<RealOf<T>>::epsilon())
                << i;
        }
    }
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = j + 1; i < n; ++i) ASSERT_EQ(f.triangle(i, j), T{0}) << i << ", " << j;
}

}  // namespace hg::test
