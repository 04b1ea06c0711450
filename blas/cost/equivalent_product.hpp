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
    std::int64_t calls = 1;  ///< as many products that share this work, one after the other, on a device
};

/// A triangular solve for an m x n matrix: a product of half the depth.
constexpr EquivalentProduct trsm_product(std::int64_t m, std::int64_t n, std::int64_t order) noexcept {
    return {m, n, (order + 1) / 2};
}

/// A product of so many flops whose C is m x n.
constexpr EquivalentProduct product_of(double flops, std::int64_t m, std::int64_t n) noexcept {
    const double size = static_cast<double>(m) * static_cast<double>(n);
    return {m, n, size > 0 ? std::max<std::int64_t>(1, static_cast<std::int64_t>(flops / (2 * size))) : 0};
}

/// An LU factorization: a product of as many flops whose C has the size of A.
constexpr EquivalentProduct getrf_product(std::int64_t m, std::int64_t n) noexcept {
    return product_of(getrf_flops(m, n), m, n);
}

/// A Cholesky factorization, likewise.
constexpr EquivalentProduct potrf_product(std::int64_t n) noexcept {
    return {n, n, (n + 5) / 6};
}

/// An inverse by the factor of a Cholesky factorization, likewise.
constexpr EquivalentProduct potri_product(std::int64_t n) noexcept {
    return {n, n, (n + 2) / 3};
}

/// A QR factorization, likewise.
constexpr EquivalentProduct geqrf_product(std::int64_t m, std::int64_t n) noexcept {
    return product_of(geqrf_flops(m, n), m, n);
}

/// A product with the Q of k reflectors on a side of C, which is m x n.
constexpr EquivalentProduct ormqr_product(bool left, std::int64_t m, std::int64_t n,
                                          std::int64_t k) noexcept {
    return product_of(left ? ormqr_flops(m, n, k) : ormqr_flops(n, m, k), m, n);
}

/// Columns of Q.
constexpr EquivalentProduct orgqr_product(std::int64_t m, std::int64_t n, std::int64_t k) noexcept {
    return product_of(orgqr_flops(m, n, k), m, n);
}

/// A solve by least squares.
constexpr EquivalentProduct gels_product(std::int64_t m, std::int64_t n, std::int64_t nrhs) noexcept {
    return product_of(gels_flops(m, n, nrhs), m, n);
}

}  // namespace hg
