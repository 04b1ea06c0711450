#include "tools/workload/rule/residual.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <utility>

namespace hgctl {
namespace {

constexpr std::int64_t kBlock = 512;
constexpr std::size_t kRowsOfAThread = 1024;

/// x[rows first to last) -= A[first to last, columns) x[columns).
template <class T>
void subtract(const T* A, std::int64_t ld, std::int64_t first, std::int64_t last, std::int64_t col,
              std::int64_t end_col, std::vector<T>& x) {
    const auto part = [&](const tbb::blocked_range<std::int64_t>& rows) {
        for (std::int64_t j = col; j < end_col; ++j) {
            const T factor = x[static_cast<std::size_t>(j)];
            const T* column = A + j * ld;
            for (std::int64_t i = rows.begin(); i < rows.end(); ++i)
                x[static_cast<std::size_t>(i)] -= column[i] * factor;
        }
    };
    tbb::parallel_for(tbb::blocked_range<std::int64_t>(first, std::max(first, last), kRowsOfAThread), part,
                      tbb::static_partitioner());
}

}  // namespace

template <class T>
void solve_with_factors(const T* lu, std::int64_t n, std::int64_t ld, const std::int64_t* ipiv,
                        std::vector<T>& x) {
    for (std::int64_t i = 0; ipiv != nullptr && i < n; ++i)
        std::swap(x[static_cast<std::size_t>(i)], x[static_cast<std::size_t>(ipiv[i] - 1)]);
    for (std::int64_t k = 0; k < n; k += kBlock) {
        const std::int64_t end = std::min(n, k + kBlock);
        for (std::int64_t j = k; j < end; ++j) subtract(lu, ld, j + 1, end, j, j + 1, x);
        subtract(lu, ld, end, n, k, end, x);
    }
    for (std::int64_t k = (n - 1) / kBlock * kBlock; k >= 0; k -= kBlock) {
        const std::int64_t end = std::min(n, k + kBlock);
        for (std::int64_t j = end - 1; j >= k; --j) {
            x[static_cast<std::size_t>(j)] /= lu[j + j * ld];
            subtract(lu, ld, k, j, j, j + 1, x);
        }
        subtract(lu, ld, std::int64_t{0}, k, k, end, x);
    }
}

#define HGCTL_INSTANTIATE(T)                                                                    \
    template void solve_with_factors(const T*, std::int64_t, std::int64_t, const std::int64_t*, \
                                     std::vector<T>&);
HGCTL_INSTANTIATE(float)
HGCTL_INSTANTIATE(double)
HGCTL_INSTANTIATE(std::complex<float>)
HGCTL_INSTANTIATE(std::complex<double>)
#undef HGCTL_INSTANTIATE

}  // namespace hgctl
