#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/gemm_samples.hpp"
#include "support/test_devices.hpp"

/// Cholesky factorizations and their bounds, for the tests of lapack.
namespace hg::test {

/// One triangle of a symmetric positive definite matrix, whose condition number is about 20. The other one
/// holds NaN.
template <class T>
Matrix<T> definite_matrix(Uplo uplo, std::int64_t n, unsigned seed, std::int64_t gap = 3, T scale = T{1}) {
    Matrix<T> A(Layout::col_major, n, n, gap, seed);
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i) {
            if (i == j) A(i, j) = static_cast<T>(1.3 * std::sqrt(static_cast<double>(n)) + 0.5);
            A(i, j) *= scale;
            if (i != j && (i < j) != (uplo == Uplo::upper)) A(i, j) = std::numeric_limits<T>::quiet_NaN();
        }
    return A;
}

/// Whether the leading triangle of this order is the factor: LAPACK's residual |A - L L^T| / (n eps |A|), in
/// the largest column sum of the lower triangles, is below 3; and whether nothing but the triangle was
/// written.
template <class T>
testing::AssertionResult is_cholesky_factor(Uplo uplo, const Matrix<T>& A, const Matrix<T>& factor,
                                            std::int64_t order) {
    const bool lower = uplo == Uplo::lower;
    const auto element = [&](const Matrix<T>& x, std::int64_t i, std::int64_t j) {
        return static_cast<double>(lower ? x(i, j) : x(j, i));
    };
    double residual = 0, norm = 0;  // of the lower triangles
    std::vector<double> column(static_cast<std::size_t>(order));
    for (std::int64_t j = 0; j < order; ++j) {
        const auto rest = [&](std::int64_t i) -> double& { return column[static_cast<std::size_t>(i)]; };
        for (std::int64_t i = j; i < order; ++i) rest(i) = element(A, i, j);
        for (std::int64_t p = 0; p <= j; ++p)
            for (std::int64_t i = j; i < order; ++i) rest(i) -= element(factor, i, p) * element(factor, j, p);
        double sum = 0, sum_of_a = 0;
        for (std::int64_t i = j; i < order; ++i)
            sum += std::fabs(rest(i)), sum_of_a += std::fabs(element(A, i, j));
        residual = std::isnan(sum) ? std::numeric_limits<double>::infinity() : std::max(residual, sum);
        norm = std::max(norm, sum_of_a);
    }
    const double bound =
        3 * static_cast<double>(order) * static_cast<double>(std::numeric_limits<T>::epsilon()) * norm;
    if (!(residual <= bound))
        return testing::AssertionFailure()
               << "residual " << residual << " above its bound " << bound << ", n = " << A.rows;
    for (std::int64_t j = 0; j < A.cols; ++j)
        for (std::int64_t i = 0; i < A.rows; ++i)
            if (i != j && (i < j) == lower && !std::isnan(factor(i, j)))
                return testing::AssertionFailure() << "wrote " << i << ", " << j << " in the other triangle";
    if (!factor.gaps_untouched()) return testing::AssertionFailure() << "wrote between columns";
    return testing::AssertionSuccess();
}

}  // namespace hg::test
