#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "blas/call/letters.hpp"
#include "blas/call/shape.hpp"
#include "blas/cost/flops.hpp"
#include "blas/cost/gemm_equivalent.hpp"
#include "blas/level3/symmetric/symmetry.hpp"

namespace hg {

/// The arguments of C := alpha A B + beta C or C := alpha B A + beta C, A symmetric or hermitian.
template <class T, Symmetry kSymmetry = Symmetry::symmetric>
struct SymmArguments {
    using Element = T;
    static constexpr std::string_view kName = name_by(kSymmetry, "symm", "hemm");
    static constexpr std::string_view kOutput = "C";

    Side side;
    Uplo uplo;
    std::int64_t m, n;
    T alpha;
    const T* A;
    std::int64_t lda;
    const T* B;
    std::int64_t ldb;
    T beta;
    T* C;
    std::int64_t ldc;

    [[nodiscard]] constexpr std::int64_t order() const noexcept { return side == Side::left ? m : n; }
    /// The columns or rows that the matrix of that order is applied to.
    [[nodiscard]] constexpr std::int64_t vectors() const noexcept { return side == Side::left ? n : m; }
    [[nodiscard]] constexpr double flops() const noexcept {
        return real_operations(element_type_of<T>()) * symm_flops(order(), vectors());
    }
    [[nodiscard]] constexpr GemmEquivalent gemm_equivalent() const noexcept {
        return symm_product(m, n, alpha == T{0} ? 0 : order(), beta != T{0});
    }

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.side(c.side);
        list.uplo(c.uplo);
        list.size("m", c.m);
        list.size("n", c.n);
        list.scalar("alpha", c.alpha);
        const bool reads = c.alpha != T{0} && c.m > 0 && c.n > 0;
        list.matrix("A", c.A, c.lda, triangle(c.uplo, c.order()), reads);
        list.matrix("B", c.B, c.ldb, Shape{c.m, c.n}, reads);
        list.scalar("beta", c.beta);
        list.matrix("C", c.C, c.ldc, Shape{c.m, c.n});
    }
};

template <class T>
using HemmArguments = SymmArguments<T, Symmetry::hermitian>;

/// A row-major product is its transpose, column-major: C^T := alpha B^T A^T + beta C^T, and the triangle that
/// is stored of A^T is the other one.
template <class T, Symmetry kSymmetry>
SymmArguments<T, kSymmetry> transposed(SymmArguments<T, kSymmetry> c) noexcept {
    c.side = transposed(c.side);
    c.uplo = transposed(c.uplo);
    std::swap(c.m, c.n);
    return c;
}

}  // namespace hg
