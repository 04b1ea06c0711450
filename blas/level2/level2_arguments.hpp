#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "blas/call/letters.hpp"
#include "blas/call/shape.hpp"
#include "blas/cost/flops.hpp"
#include "blas/cost/gemm_equivalent.hpp"
#include "blas/level1/pairing.hpp"
#include "blas/level3/symmetric/symmetry.hpp"
#include <hg/runtime/program/element.hpp>

namespace hg {

// The arguments of the routines of level 2. A row-major matrix is its transposed one, column-major: the other
// triangle, and the other op. What complex elements need beside that is in row_major.hpp.

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

    [[nodiscard]] constexpr double flops() const noexcept {
        return real_operations(element_type_of<T>()) * gemm_flops(m, n, 1);
    }
    [[nodiscard]] constexpr GemmEquivalent gemm_equivalent() const noexcept { return {m, 1, n}; }

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.op("op", c.op);
        list.size("m", c.m);
        list.size("n", c.n);
        list.scalar("alpha", c.alpha);
        const bool works = c.m > 0 && c.n > 0;
        const bool reads = works && c.alpha != T{0};
        list.matrix("A", c.A, c.lda, Shape{c.m, c.n}, reads);
        list.strided("x", c.x, c.incx, c.op == Op::none ? c.n : c.m, reads);
        list.scalar("beta", c.beta);
        list.strided("y", c.y, c.incy, c.op == Op::none ? c.m : c.n, works);
    }
};

template <RealElement T>
GemvArguments<T> transposed(GemvArguments<T> c) noexcept {
    c.op = transposed(c.op);
    std::swap(c.m, c.n);
    return c;
}

/// The arguments of A := alpha x y^T + A, or of A := alpha x y^H + A.
template <class T, Pairing kPairing = Pairing::real>
struct GerArguments {
    using Element = T;
    static constexpr std::string_view kName = name_by(kPairing, "ger", "geru", "gerc");
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

    [[nodiscard]] constexpr double flops() const noexcept {
        return real_operations(element_type_of<T>()) * gemm_flops(m, n, 1);
    }
    [[nodiscard]] constexpr GemmEquivalent gemm_equivalent() const noexcept { return {m, n, 1}; }

    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.size("m", c.m);
        list.size("n", c.n);
        list.scalar("alpha", c.alpha);
        const bool reads = c.alpha != T{0} && c.m > 0 && c.n > 0;
        list.strided("x", c.x, c.incx, c.m, reads);
        list.strided("y", c.y, c.incy, c.n, reads);
        list.matrix("A", c.A, c.lda, Shape{c.m, c.n}, reads);
    }
};

/// A^T := alpha y x^T + A^T
template <class T, Pairing kPairing>
requires(kPairing != Pairing::conjugated) GerArguments<T, kPairing> transposed(GerArguments<T, kPairing> c)
noexcept {
    std::swap(c.m, c.n);
    std::swap(c.x, c.y);
    std::swap(c.incx, c.incy);
    return c;
}

template <class T>
using GeruArguments = GerArguments<T, Pairing::unconjugated>;
template <class T>
using GercArguments = GerArguments<T, Pairing::conjugated>;

/// A product, solve or update of as many flops and bytes as one with a triangle of this order.
constexpr GemmEquivalent triangle_product(std::int64_t n) noexcept {
    return {n, 1, (n + 1) / 2};
}

/// The arguments of y := alpha A x + beta y, A symmetric or hermitian.
template <class T, Symmetry kSymmetry = Symmetry::symmetric>
struct SymvArguments {
    using Element = T;
    static constexpr std::string_view kName = name_by(kSymmetry, "symv", "hemv");

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

    [[nodiscard]] constexpr double flops() const noexcept {
        return real_operations(element_type_of<T>()) * symm_flops(n, 1);
    }
    [[nodiscard]] constexpr GemmEquivalent gemm_equivalent() const noexcept { return triangle_product(n); }

    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.uplo(c.uplo);
        list.size("n", c.n);
        list.scalar("alpha", c.alpha);
        const bool reads = c.alpha != T{0};
        list.matrix("A", c.A, c.lda, triangle(c.uplo, c.n), reads);
        list.strided("x", c.x, c.incx, c.n, reads);
        list.scalar("beta", c.beta);
        list.strided("y", c.y, c.incy, c.n);
    }
};

template <class T>
using HemvArguments = SymvArguments<T, Symmetry::hermitian>;

/// The arguments of A := alpha x x^T + A, one triangle of A, or of A := alpha x x^H + A, A hermitian.
template <class T, Symmetry kSymmetry = Symmetry::symmetric>
struct SyrArguments {
    using Element = T;
    using Coefficient = CoefficientOf<T, kSymmetry>;
    static constexpr std::string_view kName = name_by(kSymmetry, "syr", "her");
    static constexpr std::string_view kOutput = "A";
    static constexpr bool kAdds = true;

    Uplo uplo;
    std::int64_t n;
    Coefficient alpha;
    const T* x;
    std::int64_t incx;
    T* A;
    std::int64_t lda;

    [[nodiscard]] constexpr double flops() const noexcept {
        return real_operations(element_type_of<T>()) * syrk_flops(n, 1);
    }
    [[nodiscard]] constexpr GemmEquivalent gemm_equivalent() const noexcept { return {n, (n + 1) / 2, 1}; }

    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.uplo(c.uplo);
        list.size("n", c.n);
        list.scalar("alpha", c.alpha);
        const bool reads = c.alpha != Coefficient{0};
        list.strided("x", c.x, c.incx, c.n, reads);
        list.matrix("A", c.A, c.lda, triangle(c.uplo, c.n), reads);
    }
};

template <class T>
using HerArguments = SyrArguments<T, Symmetry::hermitian>;

/// The arguments of A := alpha (x y^T + y x^T) + A, one triangle of A, or of A := alpha x y^H + conj(alpha) y x^H + A, A
/// hermitian.
template <class T, Symmetry kSymmetry = Symmetry::symmetric>
struct Syr2Arguments {
    using Element = T;
    static constexpr std::string_view kName = name_by(kSymmetry, "syr2", "her2");
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

    [[nodiscard]] constexpr double flops() const noexcept {
        return real_operations(element_type_of<T>()) * syr2k_flops(n, 1);
    }
    [[nodiscard]] constexpr GemmEquivalent gemm_equivalent() const noexcept { return {n, (n + 1) / 2, 1}; }

    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.uplo(c.uplo);
        list.size("n", c.n);
        list.scalar("alpha", c.alpha);
        const bool reads = c.alpha != T{0};
        list.strided("x", c.x, c.incx, c.n, reads);
        list.strided("y", c.y, c.incy, c.n, reads);
        list.matrix("A", c.A, c.lda, triangle(c.uplo, c.n), reads);
    }
};

template <class T>
using Her2Arguments = Syr2Arguments<T, Symmetry::hermitian>;

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

    [[nodiscard]] constexpr double flops() const noexcept {
        return real_operations(element_type_of<T>()) * trmm_flops(n, 1);
    }
    [[nodiscard]] constexpr GemmEquivalent gemm_equivalent() const noexcept { return triangle_product(n); }

    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.uplo(c.uplo);
        list.op("op", c.op);
        list.diag(c.diag);
        list.size("n", c.n);
        list.matrix("A", c.A, c.lda, triangle(c.uplo, c.n));
        list.strided("x", c.x, c.incx, c.n);
    }
};

template <class T>
using TrmvArguments = TriangleVectorArguments<T, false>;
template <class T>
using TrsvArguments = TriangleVectorArguments<T, true>;

/// Of a matrix with a triangle that counts.
template <class Arguments>
requires RealElement<typename Arguments::Element> && requires(Arguments c) {
    c.uplo;
    c.incx;
}
Arguments transposed(Arguments c) noexcept {
    c.uplo = transposed(c.uplo);
    if constexpr (requires { c.op; }) c.op = transposed(c.op);
    return c;
}

}  // namespace hg
