#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace hg::kernels {

/// A triangle of order n in host memory, columns `ld` apart. Column j has rows first(j) to last(j) - 1 beside
/// the diagonal.
template <class T>
struct HostTriangle {
    T* a = nullptr;
    std::int64_t n = 0;
    std::int64_t ld = 0;
    bool upper = false;

    [[nodiscard]] std::int64_t first(std::int64_t j) const { return upper ? 0 : j + 1; }
    [[nodiscard]] std::int64_t last(std::int64_t j) const { return upper ? j : n; }
    [[nodiscard]] bool has(std::int64_t i, std::int64_t j) const { return upper ? i <= j : i >= j; }
    [[nodiscard]] double operator()(std::int64_t i, std::int64_t j) const {
        return static_cast<double>(a[i + j * ld]);
    }
    /// Makes of elements in [-0.5, 0.5) those of a triangle that products and solves with keep to the size of
    /// x: the diagonal lies in [1, 1.5], others within 1/n, and the other triangle is NaN.
    void make_dominant() const {
        const T scale = T{2} / static_cast<T>(n);
        for (std::int64_t j = 0; j < n; ++j) {
            T* const column = a + j * ld;
            for (std::int64_t i = first(j); i < last(j); ++i) column[i] *= scale;
            column[j] = 1 + std::fabs(column[j]);
        }
        blank_the_rest();
    }
    /// NaN for the other triangle.
    void blank_the_rest() const {
        for (std::int64_t j = 0; j < n; ++j)
            std::fill(a + j * ld + (upper ? j + 1 : 0), a + j * ld + (upper ? n : j),
                      std::numeric_limits<T>::quiet_NaN());
    }
};

}  // namespace hg::kernels
