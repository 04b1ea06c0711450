#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/gemm_samples.hpp"
#include <hg/blas/types.hpp>

/// Solutions of linear systems and their bounds, for the tests of lapack.
namespace hg::test {

template <class T>
double infinity_norm(const Matrix<T>& A) {
    double largest = 0;
    for (std::int64_t i = 0; i < A.rows; ++i) {
        double sum = 0;
        for (std::int64_t j = 0; j < A.cols; ++j) sum += std::fabs(static_cast<double>(A(i, j)));
        largest = std::max(largest, sum);
    }
    return largest;
}

/// HPL's scaled residual of each column: |op(A) x - b| / (eps (|A| |x| + |b|) n) in the largest norm; below
/// 16 is right.
template <class T>
testing::AssertionResult solves(Op op, const Matrix<T>& A, const Matrix<T>& X, const Matrix<T>& B) {
    const std::int64_t n = A.rows;
    Matrix<T> transposed = A;
    for (std::int64_t j = 0; j < n && op != Op::none; ++j)
        for (std::int64_t i = 0; i < n; ++i) transposed(i, j) = A(j, i);
    const double norm = infinity_norm(transposed);
    for (std::int64_t c = 0; c < B.cols; ++c) {
        std::vector<long double> r(static_cast<std::size_t>(n));
        double x_norm = 0, b_norm = 0;
        for (std::int64_t i = 0; i < n; ++i) {
            r[static_cast<std::size_t>(i)] = B(i, c);
            x_norm = std::max(x_norm, std::fabs(static_cast<double>(X(i, c))));
            b_norm = std::max(b_norm, std::fabs(static_cast<double>(B(i, c))));
        }
        for (std::int64_t k = 0; k < n; ++k)
            for (std::int64_t i = 0; i < n; ++i)
                r[static_cast<std::size_t>(i)] -= static_cast<long double>(transposed(i, k)) * X(k, c);
        double largest = 0;
        for (long double x : r)
            if (std::fabs(x) > largest || std::isnan(x)) largest = static_cast<double>(std::fabs(x));
        const double unit =
            std::numeric_limits<T>::epsilon() * (norm * x_norm + b_norm) * static_cast<double>(n);
        if (!(largest <= 16 * unit))
            return testing::AssertionFailure()
                   << "n = " << n << ", column " << c << ": scaled residual " << largest / unit;
    }
    if (!X.gaps_untouched()) return testing::AssertionFailure() << "wrote between n and ldb";
    return testing::AssertionSuccess();
}

}  // namespace hg::test
