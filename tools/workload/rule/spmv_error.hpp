#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>

#include "tools/workload/rule/wide.hpp"
#include <hg/sparse/sparse_matrix.hpp>

namespace hgctl {

/// Y, which should be alpha A x + beta y, against the sums in a wider type: the largest error of an element
/// in units of its bound,
///
///     eps (4 + 2 sqrt(length of the longest row)) (|alpha| |A| |x| + |beta| |y|);
///
/// infinite if an element is not finite. `before` is y, which does not count if beta is 0, as x does not if
/// alpha is.
template <hg::Element T>
double spmv_error(T alpha, const hg::SparseMatrix<T>& A, const T* x, T beta, const T* before,
                  const T* result) {
    const double unit = epsilon<T>() * (4 + 2 * std::sqrt(static_cast<double>(A.structure().longest)));
    const auto worst_of = [&](const tbb::blocked_range<std::int64_t>& rows, double worst) {
        for (std::int64_t i = rows.begin(); i < rows.end(); ++i) {
            const auto row = static_cast<std::size_t>(i);
            Wide<T> sum{0};
            WidePart<T> size = 0;
            for (auto k = static_cast<std::size_t>(A.row_start()[row]);
                 alpha != T{0} && k < static_cast<std::size_t>(A.row_start()[row + 1]); ++k) {
                const Wide<T> term = to_wide(A.values()[k]) * to_wide(x[A.columns()[k]]);
                sum += term;
                size += std::abs(term);
            }
            Wide<T> expected = to_wide(alpha) * sum;
            size *= std::abs(to_wide(alpha));
            if (beta != T{0}) {
                expected += to_wide(beta) * to_wide(before[i]);
                size += std::abs(to_wide(beta) * to_wide(before[i]));
            }
            worst = std::max(worst, in_units_of(unit * size, std::abs(to_wide(result[i]) - expected)));
        }
        return worst;
    };
    return tbb::parallel_reduce(tbb::blocked_range<std::int64_t>(0, A.rows()), 0.0, worst_of,
                                [](double a, double b) { return std::max(a, b); });
}

}  // namespace hgctl
