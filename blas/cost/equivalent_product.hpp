#pragma once

#include <algorithm>
#include <cstdint>

#include "blas/cost/flops.hpp"

namespace hg {

/// A product that costs about as much as a call of another routine, in flops and in memory. C is m x n, the
/// depth is k.
struct EquivalentProduct {
    std::int64_t m, n, k;
    bool reads_c = true;
};

/// A triangular solve for an m x n matrix: a product of half the depth.
constexpr EquivalentProduct trsm_product(std::int64_t m, std::int64_t n, std::int64_t order) noexcept {
    return {m, n, (order + 1) / 2};
}

/// An LU factorization: a product of as many flops whose C has the size of A.
constexpr EquivalentProduct getrf_product(std::int64_t m, std::int64_t n) noexcept {
    const double size = static_cast<double>(m) * static_cast<double>(n);
    return {
        m, n,
        size > 0 ? std::max<std::int64_t>(1, static_cast<std::int64_t>(getrf_flops(m, n) / (2 * size))) : 0};
}

/// A Cholesky factorization, likewise.
constexpr EquivalentProduct potrf_product(std::int64_t n) noexcept {
    return {n, n, (n + 5) / 6};
}

}  // namespace hg
