#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <mutex>
#include <type_traits>

#include "runtime/threads/parallel_for.hpp"
#include <hg/sparse/sparse_matrix.hpp>

namespace hgctl {

/// Y, which should be alpha A x + beta y, against the sums in double precision: the largest error of an element in units of its bound,
///
///     eps (4 + 2 sqrt(length of the longest row)) (|alpha| |A| |x| + |beta| |y|);
///
/// infinite if an element is NaN. `before` is y; null if beta is 0.
template <hg::Element T>
double spmv_error(T alpha, const hg::SparseMatrix<T>& A, const T* x, T beta, const T* before,
                  const T* result) {
    using Wide = std::conditional_t<hg::ComplexElement<T>, std::complex<double>, double>;
    const double eps = std::numeric_limits<hg::RealOf<T>>::epsilon();
    const double growth = eps * (4 + 2 * std::sqrt(static_cast<double>(A.structure().longest)));
    std::mutex mutex;
    double worst = 0;
    hg::parallel_for(A.rows(), [&](std::int64_t first, std::int64_t last) {
        double mine = 0;
        for (std::int64_t i = first; i < last; ++i) {
            const auto row = static_cast<std::size_t>(i);
            Wide sum{0};
            double size = 0;
            for (auto k = static_cast<std::size_t>(A.row_start()[row]);
                 k < static_cast<std::size_t>(A.row_start()[row + 1]); ++k) {
                const Wide term = Wide(A.values()[k]) * Wide(x[A.columns()[k]]);
                sum += term;
                size += std::abs(term);
            }
            Wide expected = Wide(alpha) * sum;
            size *= std::abs(Wide(alpha));
            if (before != nullptr) {
                expected += Wide(beta) * Wide(before[i]);
                size += std::abs(Wide(beta) * Wide(before[i]));
            }
            const double error = std::abs(Wide(result[i]) - expected);
            const double ratio = error == 0 ? 0 : error / (growth * size);
            mine = ratio >= 0 ? std::max(mine, ratio) : std::numeric_limits<double>::infinity();
        }
        const std::scoped_lock lock(mutex);
        worst = std::max(worst, mine);
    });
    return worst;
}

}  // namespace hgctl
