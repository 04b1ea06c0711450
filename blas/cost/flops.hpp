#pragma once

#include <type_traits>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

/// Flops of the routines: the leading terms of the counts in LAPACK Working Note 41 (S. Blackford, J.
/// Dongarra, "Installation Guide for LAPACK", 1999, appendix C). A product and a sum are two flops. Sizes are
/// integers or double.
namespace hg {

template <class Number>
concept Extent = std::is_arithmetic_v<Number>;

/// Flops that a device does at its rate, for lower bounds of time: emulated products are faster.
constexpr double flops_at_least(Arithmetic arithmetic, double flops) noexcept {
    return arithmetic == Arithmetic::emulated ? 0 : flops;
}

/// The numbers in n elements, for operations that move or compare: a complex element counts as two.
template <class T>
constexpr double numbers(Extent auto n) noexcept {
    return (ComplexElement<T> ? 2 : 1) * static_cast<double>(n);
}

/// C := alpha op(A) op(B) + beta C: 2 m n k
constexpr double gemm_flops(Extent auto m, Extent auto n, Extent auto k) noexcept {
    return 2 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
}

/// C := alpha A B + beta C or C := alpha B A + beta C with a symmetric A of the given order: 2 order^2
/// vectors, where vectors is the number of columns or rows of B.
constexpr double symm_flops(Extent auto order, Extent auto vectors) noexcept {
    return gemm_flops(order, vectors, order);
}

/// C := alpha op(A) op(A)^T + beta C, one triangle of the n x n matrix C: n^2 k
constexpr double syrk_flops(Extent auto n, Extent auto k) noexcept {
    return static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(k);
}

/// C := alpha (op(A) op(B)^T + op(B) op(A)^T) + beta C, one triangle of the n x n matrix C: 2 n^2 k
constexpr double syr2k_flops(Extent auto n, Extent auto k) noexcept {
    return 2 * syrk_flops(n, k);
}

/// B := alpha op(A) B or B := alpha B op(A) with a triangle A of the given order: order^2 vectors, where
/// vectors is the number of columns or rows of B.
constexpr double trmm_flops(Extent auto order, Extent auto vectors) noexcept {
    return syrk_flops(order, vectors);
}

/// op(A) X = alpha B or X op(A) = alpha B: the same as trmm.
constexpr double trsm_flops(Extent auto order, Extent auto vectors) noexcept {
    return trmm_flops(order, vectors);
}

/// A = P L U with A m x n: k^2 (l - k / 3), with k = min(m, n) and l = max(m, n); 2/3 n^3 if m = n.
constexpr double getrf_flops(Extent auto m, Extent auto n) noexcept {
    const auto rows = static_cast<double>(m);
    const auto cols = static_cast<double>(n);
    const double least = rows < cols ? rows : cols;
    const double most = rows < cols ? cols : rows;
    return least * least * (most - least / 3);
}

/// op(A) X = B with the factors of an n x n matrix A: 2 n^2 nrhs
constexpr double getrs_flops(Extent auto n, Extent auto nrhs) noexcept {
    return 2 * trsm_flops(n, nrhs);
}

/// A X = B: the flops of getrf and getrs.
constexpr double gesv_flops(Extent auto n, Extent auto nrhs) noexcept {
    return getrf_flops(n, n) + getrs_flops(n, nrhs);
}

/// A = L L^T with A n x n: n^3 / 3
constexpr double potrf_flops(Extent auto n) noexcept {
    return syrk_flops(n, n) / 3;
}

/// A X = B with the factor of A: the flops of getrs.
constexpr double potrs_flops(Extent auto n, Extent auto nrhs) noexcept {
    return getrs_flops(n, nrhs);
}

/// A X = B: the flops of potrf and potrs.
constexpr double posv_flops(Extent auto n, Extent auto nrhs) noexcept {
    return potrf_flops(n) + potrs_flops(n, nrhs);
}

/// A := A^-1 from the factor of A, one triangle: 2/3 n^3
constexpr double potri_flops(Extent auto n) noexcept {
    return 2 * potrf_flops(n);
}

/// A := A^-1 from the LU factors of A: 4/3 n^3
constexpr double getri_flops(Extent auto n) noexcept {
    return 2 * getrf_flops(n, n);
}

/// A = Q R with A m x n: 2 k^2 (l - k / 3), with k = min(m, n) and l = max(m, n); 4/3 n^3 if m = n.
constexpr double geqrf_flops(Extent auto m, Extent auto n) noexcept {
    return 2 * getrf_flops(m, n);
}

/// C := op(Q) C or C op(Q) with k reflectors of the given order: 2 k (2 order - k) vectors, where vectors is
/// the number of columns or rows of C.
constexpr double ormqr_flops(Extent auto order, Extent auto vectors, Extent auto k) noexcept {
    const auto reflectors = static_cast<double>(k);
    return 2 * static_cast<double>(vectors) * reflectors * (2 * static_cast<double>(order) - reflectors);
}

/// The first n columns, of m elements, of the product of k reflectors: 4 m n k - 2 (m + n) k^2 + 4/3 k^3
constexpr double orgqr_flops(Extent auto m, Extent auto n, Extent auto k) noexcept {
    return 2 * gemm_flops(m, n, k) - 2 * syrk_flops(k, m) - 2 * syrk_flops(k, n) + 4 * syrk_flops(k, k) / 3;
}

/// Least squares or minimum norm with an m x n matrix A: the flops of geqrf for the longer side, ormqr and
/// trsm.
constexpr double gels_flops(Extent auto m, Extent auto n, Extent auto nrhs) noexcept {
    const bool wide = static_cast<double>(m) < static_cast<double>(n);
    const auto least = static_cast<double>(wide ? m : n);
    const auto most = static_cast<double>(wide ? n : m);
    return geqrf_flops(m, n) + ormqr_flops(most, nrhs, least) + trsm_flops(least, nrhs);
}

}  // namespace hg
