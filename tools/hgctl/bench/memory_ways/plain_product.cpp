#include "tools/hgctl/bench/memory_ways/plain_product.hpp"

#include <algorithm>
#include <array>

namespace hgctl {
namespace {

constexpr std::int64_t kRows = 128;  ///< of a block of A, which stays in the first cache
constexpr std::int64_t kDepth = 32;

/// c := c + block b for one column of each, with kDepth elements in b.
template <class T>
void add_column(std::int64_t rows, const std::array<T, kRows * kDepth>& block, const T* b, T* c) {
    for (std::int64_t p = 0; p < kDepth; p += 4) {
        const T* a = block.data() + p * kRows;
        for (std::int64_t i = 0; i < rows; ++i)
            c[i] += (a[i] * b[p] + a[i + kRows] * b[p + 1]) +
                    (a[i + 2 * kRows] * b[p + 2] + a[i + 3 * kRows] * b[p + 3]);
    }
}

}  // namespace

template <class T>
void plain_product(std::int64_t n, std::int64_t first, std::int64_t last, const T* a, const T* b, T* c) {
    std::fill(c + first * n, c + last * n, T{0});
    for (std::int64_t i = 0; i < n; i += kRows)
        for (std::int64_t p = 0; p < n; p += kDepth) {
            const std::int64_t rows = std::min(kRows, n - i), depth = std::min(kDepth, n - p);
            std::array<T, kRows * kDepth> block{};
            std::array<T, kDepth> column{};
            for (std::int64_t q = 0; q < depth; ++q)
                std::copy_n(a + i + (p + q) * n, rows, block.data() + q * kRows);
            for (std::int64_t j = first; j < last; ++j) {
                std::copy_n(b + p + j * n, depth, column.data());
                add_column(rows, block, column.data(), c + i + j * n);
            }
        }
}

template void plain_product(std::int64_t, std::int64_t, std::int64_t, const double*, const double*, double*);
template void plain_product(std::int64_t, std::int64_t, std::int64_t, const float*, const float*, float*);

}  // namespace hgctl
