#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "blas/call/letters.hpp"
#include "blas/call/shape.hpp"
#include "blas/cost/equivalent_product.hpp"
#include "blas/cost/flops.hpp"

namespace hg {

// The arguments of the routines of level 2. A row-major matrix is its transposed one, column-major: the other
// triangle, and the other op.

/// The arguments of y := alpha op(A) x + beta y.
template <class T>
struct GemvArguments {
    using Element = T;
    static constexpr std::string_view kName = "gemv";

    Op op;
    std::int64_t m, n;
    T alpha;
    const T* A;
    std::int64_t lda;
    const T* x;
    std::int64_t incx;
    T beta;
    T* y;
    std::int64_t incy;

    [[nodiscard]] constexpr double flops() const noexcept { return gemm_flops(m, n, 1); }
    [[nodiscard]] constexpr EquivalentProduct weight() const noexcept { return {m, 1, n}; }

    /// As ArgumentList says.
    template <class List>
    void list(List& list) const {
        const bool works = m > 0 && n > 0;
        const bool reads = works && alpha != T{0};
        list.op("op", op);
        list.size("m", m);
        list.size("n", n);
        list.scalar("alpha", alpha);
        list.matrix("A", A, lda, Shape{m, n}, reads);
        list.vector("x", x, Strided{op == Op::none ? n : m, incx}, reads);
        list.scalar("beta", beta);
        list.vector("y", y, Strided{op == Op::none ? m : n, incy}, works);
    }
};

template <class T>
GemvArguments<T> transposed(GemvArguments<T> c) noexcept {
    c.op = transposed(c.op);
    std::swap(c.m, c.n);
    return c;
}

/// The arguments of A := alpha x y^T + A.
template <class T>
struct GerArguments {
    using Element = T;
    static constexpr std::string_view kName = "ger";
    static constexpr std::string_view kOutput = "A";
    static constexpr bool kAdds = true;

    std::int64_t m, n;
    T alpha;
    const T* x;
    std::int64_t incx;
    const T* y;
    std::int64_t incy;
    T* A;
    std::int64_t lda;

    [[nodiscard]] constexpr double flops() const noexcept { return gemm_flops(m, n, 1); }
    [[nodiscard]] constexpr EquivalentProduct weight() const noexcept { return {m, n, 1}; }

    template <class List>
    void list(List& list) const {
        const bool reads = alpha != T{0} && m > 0 && n > 0;
        list.size("m", m);
        list.size("n", n);
        list.scalar("alpha", alpha);
        list.vector("x", x, Strided{m, incx}, reads);
        list.vector("y", y, Strided{n, incy}, reads);
        list.matrix("A", A, lda, Shape{m, n}, reads);
    }
};

/// A^T := alpha y x^T + A^T
template <class T>
GerArguments<T> transposed(GerArguments<T> c) noexcept {
    std::swap(c.m, c.n);
    std::swap(c.x, c.y);
    std::swap(c.incx, c.incy);
    return c;
}

/// A product, solve or update of as many flops and bytes as one with a triangle of this order.
constexpr EquivalentProduct triangle_product(std::int64_t n) noexcept {
    return {n, 1, (n + 1) / 2};
}

/// The arguments of y := alpha A x + beta y, A symmetric.
template <class T>
struct SymvArguments {
    using Element = T;
    static constexpr std::string_view kName = "symv";

    Uplo uplo;
    std::int64_t n;
    T alpha;
    const T* A;
    std::int64_t lda;
    const T* x;
    std::int64_t incx;
    T beta;
    T* y;
    std::int64_t incy;

    [[nodiscard]] constexpr double flops() const noexcept { return symm_flops(n, 1); }
    [[nodiscard]] constexpr EquivalentProduct weight() const noexcept { return triangle_product(n); }

    template <class List>
    void list(List& list) const {
        const bool reads = alpha != T{0};
        list.uplo(uplo);
        list.size("n", n);
        list.scalar("alpha", alpha);
        list.matrix("A", A, lda, triangle(uplo, n), reads);
        list.vector("x", x, Strided{n, incx}, reads);
        list.scalar("beta", beta);
        list.vector("y", y, Strided{n, incy});
    }
};

/// The arguments of A := alpha x x^T + A, one triangle of A.
template <class T>
struct SyrArguments {
    using Element = T;
    static constexpr std::string_view kName = "syr";
    static constexpr std::string_view kOutput = "A";
    static constexpr bool kAdds = true;

    Uplo uplo;
    std::int64_t n;
    T alpha;
    const T* x;
    std::int64_t incx;
    T* A;
    std::int64_t lda;

    [[nodiscard]] constexpr double flops() const noexcept { return syrk_flops(n, 1); }
    [[nodiscard]] constexpr EquivalentProduct weight() const noexcept { return {n, (n + 1) / 2, 1}; }

    template <class List>
    void list(List& list) const {
        const bool reads = alpha != T{0};
        list.uplo(uplo);
        list.size("n", n);
        list.scalar("alpha", alpha);
        list.vector("x", x, Strided{n, incx}, reads);
        list.matrix("A", A, lda, triangle(uplo, n), reads);
    }
};

/// The arguments of A := alpha (x y^T + y x^T) + A, one triangle of A.
template <class T>
struct Syr2Arguments {
    using Element = T;
    static constexpr std::string_view kName = "syr2";
    static constexpr std::string_view kOutput = "A";
    static constexpr bool kAdds = true;

    Uplo uplo;
    std::int64_t n;
    T alpha;
    const T* x;
    std::int64_t incx;
    const T* y;
    std::int64_t incy;
    T* A;
    std::int64_t lda;

    [[nodiscard]] constexpr double flops() const noexcept { return syr2k_flops(n, 1); }
    [[nodiscard]] constexpr EquivalentProduct weight() const noexcept { return {n, (n + 1) / 2, 1}; }

    template <class List>
    void list(List& list) const {
        const bool reads = alpha != T{0};
        list.uplo(uplo);
        list.size("n", n);
        list.scalar("alpha", alpha);
        list.vector("x", x, Strided{n, incx}, reads);
        list.vector("y", y, Strided{n, incy}, reads);
        list.matrix("A", A, lda, triangle(uplo, n), reads);
    }
};

/// The arguments of x := op(A) x or, if it solves, x := op(A)^-1 x, A a triangle.
template <class T, bool solves>
struct TriangleVectorArguments {
    using Element = T;
    static constexpr std::string_view kName = solves ? "trsv" : "trmv";

    Uplo uplo;
    Op op;
    Diag diag;
    std::int64_t n;
    const T* A;
    std::int64_t lda;
    T* x;
    std::int64_t incx;

    [[nodiscard]] constexpr double flops() const noexcept { return trmm_flops(n, 1); }
    [[nodiscard]] constexpr EquivalentProduct weight() const noexcept { return triangle_product(n); }

    template <class List>
    void list(List& list) const {
        list.uplo(uplo);
        list.op("op", op);
        list.diag(diag);
        list.size("n", n);
        list.matrix("A", A, lda, triangle(uplo, n));
        list.vector("x", x, Strided{n, incx});
    }
};

template <class T>
using TrmvArguments = TriangleVectorArguments<T, false>;
template <class T>
using TrsvArguments = TriangleVectorArguments<T, true>;

/// Of a matrix with a triangle that counts.
template <class Arguments>
requires requires(Arguments c) {
    c.uplo;
    c.incx;
}
Arguments transposed(Arguments c) noexcept {
    c.uplo = transposed(c.uplo);
    if constexpr (requires { c.op; }) c.op = transposed(c.op);
    return c;
}

}  // namespace hg
