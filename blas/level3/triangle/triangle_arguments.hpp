#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "blas/call/letters.hpp"
#include "blas/call/shape.hpp"
#include "blas/cost/flops.hpp"
#include "blas/cost/gemm_equivalent.hpp"

namespace hg {

/// The arguments of B := alpha op(A) B or B := alpha B op(A) or, if it solves, of op(A) X = alpha B or X op(A) = alpha B,
/// A a triangle.
template <class T, bool solves>
struct TriangleArguments {
    using Element = T;
    static constexpr std::string_view kName = solves ? "trsm" : "trmm";
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
        return real_operations(element_type_of<T>()) * trmm_flops(order(), vectors());
    }
    [[nodiscard]] constexpr GemmEquivalent gemm_equivalent() const noexcept {
        return trsm_product(m, n, order());
    }

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

template <class T>
using TrmmArguments = TriangleArguments<T, false>;
template <class T>
using TrsmArguments = TriangleArguments<T, true>;

/// A row-major call is its transpose, column-major: B^T := alpha B^T op(A)^T or X^T op(A)^T = alpha B^T, and A^T is the other
/// triangle.
template <class T, bool solves>
TriangleArguments<T, solves> transposed(TriangleArguments<T, solves> c) noexcept {
    c.side = transposed(c.side);
    c.uplo = transposed(c.uplo);
    std::swap(c.m, c.n);
    return c;
}

}  // namespace hg
