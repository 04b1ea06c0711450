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
    template <class List>
    void list(List& list) const {
        list.side(side);
        list.uplo(uplo);
        list.op("op", op);
        list.diag(diag);
        list.size("m", m);
        list.size("n", n);
        list.scalar("alpha", alpha);
        list.matrix("A", A, lda, triangle(uplo, order()), alpha != T{0} && m > 0 && n > 0);
        list.matrix("B", B, ldb, Shape{m, n});
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
