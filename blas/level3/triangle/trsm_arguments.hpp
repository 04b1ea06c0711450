#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "blas/call/letters.hpp"
#include "blas/call/shape.hpp"
#include "blas/cost/equivalent_product.hpp"
#include "blas/cost/flops.hpp"

namespace hg {

/// The arguments of op(A) X = alpha B or X op(A) = alpha B.
template <class T>
struct TrsmArguments {
    using Element = T;
    static constexpr std::string_view kName = "trsm";
    static constexpr std::string_view kOutput = "B";

    Side side;
    Uplo uplo;
    Op op;
    Diag diag;
    std::int64_t m, n;
    T alpha;
    const T* A;
    std::int64_t lda;
    T* B;
    std::int64_t ldb;

    [[nodiscard]] constexpr std::int64_t order() const noexcept { return side == Side::left ? m : n; }
    /// The columns or rows that the matrix of that order is applied to.
    [[nodiscard]] constexpr std::int64_t vectors() const noexcept { return side == Side::left ? n : m; }
    [[nodiscard]] constexpr double flops() const noexcept {
        return real_operations(element_type_of<T>()) * trsm_flops(order(), vectors());
    }
    [[nodiscard]] constexpr EquivalentProduct weight() const noexcept { return trsm_product(m, n, order()); }

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.side(c.side);
        list.uplo(c.uplo);
        list.op("op", c.op);
        list.diag(c.diag);
        list.size("m", c.m);
        list.size("n", c.n);
        list.scalar("alpha", c.alpha);
        list.matrix("A", c.A, c.lda, triangle(c.uplo, c.order()), c.alpha != T{0} && c.m > 0 && c.n > 0);
        list.matrix("B", c.B, c.ldb, Shape{c.m, c.n});
    }
};

/// A row-major solve is its transpose, column-major: X^T op(A)^T = alpha B^T, and A^T is the other triangle.
template <class T>
TrsmArguments<T> transposed(TrsmArguments<T> c) noexcept {
    c.side = transposed(c.side);
    c.uplo = transposed(c.uplo);
    std::swap(c.m, c.n);
    return c;
}

}  // namespace hg
