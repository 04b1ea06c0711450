#pragma once

#include <algorithm>
#include <cstdint>

#include "blas/cost/flops.hpp"

namespace hg {

/// The numbers of elements that a call moves.
struct MovedElements {
    double in = 0;    ///< from host memory to a device
    double out = 0;   ///< from a device to host memory
    double host = 0;  ///< between host memory and the CPU, if the call runs on the CPU
};

/// A product that costs about as much as a call of another routine. C is m x n, and the inner dimension is k.
struct GemmEquivalent {
    std::int64_t m, n, k;
    bool reads_c = true;
    std::int64_t calls = 1;   ///< number of consecutive products that share this work on a device
    MovedElements differs{};  ///< numbers that differ from those of the product; 0: the same number
    /// The matrix is a triangle, which OpenBLAS reads with one core if there are few columns.
    bool by_one_core = false;
};

/// The elements that a call of this cost moves.
constexpr MovedElements moved_elements(const GemmEquivalent& p) noexcept {
    const auto rows = static_cast<double>(p.m);
    const auto cols = static_cast<double>(p.n);
    const double factors = (rows + cols) * static_cast<double>(p.k);
    const double result = rows * cols;
    const double in = factors + (p.reads_c ? result : 0);
    return {p.differs.in > 0 ? p.differs.in : in, p.differs.out > 0 ? p.differs.out : result,
            p.differs.host > 0 ? p.differs.host : in + result};
}

/// The number of elements of a rectangle, and of a triangle of the given order.
constexpr double rectangle_elements(std::int64_t m, std::int64_t n) noexcept {
    return static_cast<double>(m) * static_cast<double>(n);
}
constexpr double triangle_elements(std::int64_t n) noexcept {
    return rectangle_elements(n, n + 1) / 2;
}

/// A product with a symmetric matrix, of which one triangle is transferred. The CPU reads each of its
/// elements twice: as itself and as its mirror image.
constexpr GemmEquivalent symm_product(std::int64_t m, std::int64_t n, std::int64_t order,
                                      bool reads_c) noexcept {
    GemmEquivalent p{m, n, order, reads_c};
    if (order > 0) p.differs.in = triangle_elements(order) + (reads_c ? 2 : 1) * rectangle_elements(m, n);
    if (order > 0)
        p.differs.host = 2 * triangle_elements(order) + (reads_c ? 3 : 2) * rectangle_elements(m, n);
    return p;
}

/// An update of a triangle of an n x n matrix C by one or two factors with k columns; k = 0: C is only
/// scaled.
constexpr GemmEquivalent rank_k_product(std::int64_t n, std::int64_t k, std::int64_t factors,
                                        bool reads_c) noexcept {
    GemmEquivalent p{n, n, factors == 2 ? k : (k + 1) / 2, reads_c};
    p.differs.out = triangle_elements(n);
    p.differs.in = static_cast<double>(factors) * rectangle_elements(n, k) + (reads_c ? p.differs.out : 0);
    p.differs.host = p.differs.in + p.differs.out;
    return p;
}

/// One triangle of a product with k columns of A and rows of B, of which `depth` take part.
constexpr GemmEquivalent gemmt_product(std::int64_t n, std::int64_t depth, std::int64_t k,
                                       bool reads_c) noexcept {
    GemmEquivalent p = rank_k_product(n, depth, 1, reads_c);
    p.differs.in += rectangle_elements(n, k);  // B
    p.differs.host += rectangle_elements(n, k);
    return p;
}

/// The cost of a product, solve or update with a vector and a triangle of the given order.
constexpr GemmEquivalent triangle_product(std::int64_t n) noexcept {
    return {n, 1, (n + 1) / 2};
}

/// A triangular solve for an m x n matrix, or a product with a triangle: a product with half the inner
/// dimension.
constexpr GemmEquivalent trsm_product(std::int64_t m, std::int64_t n, std::int64_t order) noexcept {
    const double in = triangle_elements(order) + rectangle_elements(m, n);
    return {m, n, (order + 1) / 2, true, 1, {.in = in, .host = in + rectangle_elements(m, n)}, true};
}

/// A solve with the factors of an n x n matrix, of which `stored` elements are transferred: a square or a
/// triangle. The CPU reads n^2 elements of them, and accesses the right-hand sides twice.
constexpr GemmEquivalent substitution_product(std::int64_t n, std::int64_t nrhs, double stored) noexcept {
    const double b = rectangle_elements(n, nrhs);
    return {n, nrhs, n, true, 1, {.in = stored + b, .host = rectangle_elements(n, n) + 4 * b}, true};
}

/// A product with the given flops and an m x n matrix C.
constexpr GemmEquivalent product_of(double flops, std::int64_t m, std::int64_t n) noexcept {
    const double size = rectangle_elements(m, n);
    return {m, n, size > 0 ? std::max<std::int64_t>(1, static_cast<std::int64_t>(flops / (2 * size))) : 0};
}

/// The same for a routine that transfers `in` elements to a device, and C back.
constexpr GemmEquivalent product_of(double flops, std::int64_t m, std::int64_t n, double in) noexcept {
    GemmEquivalent p = product_of(flops, m, n);
    p.differs.in = in;
    return p;
}

/// An LU factorization: a product with the same flops whose C has the size of A.
constexpr GemmEquivalent getrf_product(std::int64_t m, std::int64_t n) noexcept {
    return product_of(getrf_flops(m, n), m, n, rectangle_elements(m, n));
}

/// A Cholesky factorization, likewise.
constexpr GemmEquivalent potrf_product(std::int64_t n) noexcept {
    const double half = triangle_elements(n);
    return {n, n, (n + 5) / 6, true, 1, {.in = half, .out = half}};
}

/// An inverse from the factor of a Cholesky factorization, likewise.
constexpr GemmEquivalent potri_product(std::int64_t n) noexcept {
    const double half = triangle_elements(n);
    return {n, n, (n + 2) / 3, true, 1, {.in = half, .out = half}};
}

/// An inverse from LU factors, likewise.
constexpr GemmEquivalent getri_product(std::int64_t n) noexcept {
    return product_of(getri_flops(n), n, n, rectangle_elements(n, n));
}

/// A QR factorization, likewise.
constexpr GemmEquivalent geqrf_product(std::int64_t m, std::int64_t n) noexcept {
    return product_of(geqrf_flops(m, n), m, n, rectangle_elements(m, n));
}

/// A product with the Q of k reflectors on a side of C, which is m x n.
constexpr GemmEquivalent ormqr_product(bool left, std::int64_t m, std::int64_t n, std::int64_t k) noexcept {
    return product_of(left ? ormqr_flops(m, n, k) : ormqr_flops(n, m, k), m, n,
                      rectangle_elements(left ? m : n, k) + rectangle_elements(m, n));
}

/// Columns of Q.
constexpr GemmEquivalent orgqr_product(std::int64_t m, std::int64_t n, std::int64_t k) noexcept {
    return product_of(orgqr_flops(m, n, k), m, n, rectangle_elements(m, k));
}

/// A solve by least squares.
constexpr GemmEquivalent gels_product(std::int64_t m, std::int64_t n, std::int64_t nrhs) noexcept {
    return product_of(gels_flops(m, n, nrhs), m, n,
                      rectangle_elements(m, n) + rectangle_elements(std::max(m, n), nrhs));
}

}  // namespace hg
