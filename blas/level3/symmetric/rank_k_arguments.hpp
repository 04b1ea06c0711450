#pragma once

#include <cstdint>
#include <string_view>

#include "blas/call/letters.hpp"
#include "blas/call/shape.hpp"
#include "blas/cost/flops.hpp"
#include "blas/cost/gemm_equivalent.hpp"
#include "blas/level3/symmetric/symmetry.hpp"

namespace hg {

/// The arguments of C := alpha op(A) op(A)^T + beta C, one triangle of the symmetric matrix C, or of
/// C := alpha op(A) op(A)^H + beta C, C hermitian.
template <class T, Symmetry kSymmetry = Symmetry::symmetric>
struct SyrkArguments {
    using Element = T;
    using Coefficient = CoefficientOf<T, kSymmetry>;
    static constexpr std::string_view kName = name_by(kSymmetry, "syrk", "herk");
    static constexpr std::string_view kOutput = "C";

    Uplo uplo;
    Op op;
    std::int64_t n, k;
    Coefficient alpha;
    const T* A;
    std::int64_t lda;
    Coefficient beta;
    T* C;
    std::int64_t ldc;

    [[nodiscard]] constexpr double flops() const noexcept {
        return real_operations(element_type_of<T>()) * syrk_flops(n, k);
    }
    [[nodiscard]] constexpr GemmEquivalent gemm_equivalent() const noexcept {
        return rank_k_product(n, alpha == Coefficient{0} ? 0 : k, 1, beta != Coefficient{0});
    }

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.uplo(c.uplo);
        list_update_op<T>(list, kSymmetry, c.op);
        list.size("n", c.n);
        list.size("k", c.k);
        list.scalar("alpha", c.alpha);
        list.matrix("A", c.A, c.lda, stored(c.op, c.n, c.k), c.alpha != Coefficient{0} && c.n > 0);
        list.scalar("beta", c.beta);
        list.matrix("C", c.C, c.ldc, triangle(c.uplo, c.n));
    }
};

template <class T>
using HerkArguments = SyrkArguments<T, Symmetry::hermitian>;

/// A row-major update is a column-major one of the other triangle by the transposed matrix. Of a hermitian one
/// the transpose is the conjugate: C^T = alpha conj(A) A^T + beta C^T for C = alpha A A^H + beta C.
template <class T, Symmetry kSymmetry>
SyrkArguments<T, kSymmetry> transposed(SyrkArguments<T, kSymmetry> c) noexcept {
    c.uplo = transposed(c.uplo);
    c.op = opposite(c.op, kSymmetry);
    return c;
}

/// The arguments of C := alpha (op(A) op(B)^T + op(B) op(A)^T) + beta C, one triangle of the symmetric matrix C, or
/// of C := alpha op(A) op(B)^H + conj(alpha) op(B) op(A)^H + beta C, C hermitian.
template <class T, Symmetry kSymmetry = Symmetry::symmetric>
struct Syr2kArguments {
    using Element = T;
    using Coefficient = CoefficientOf<T, kSymmetry>;
    static constexpr std::string_view kName = name_by(kSymmetry, "syr2k", "her2k");
    static constexpr std::string_view kOutput = "C";

    Uplo uplo;
    Op op;
    std::int64_t n, k;
    T alpha;
    const T* A;
    std::int64_t lda;
    const T* B;
    std::int64_t ldb;
    Coefficient beta;
    T* C;
    std::int64_t ldc;

    [[nodiscard]] constexpr double flops() const noexcept {
        return real_operations(element_type_of<T>()) * syr2k_flops(n, k);
    }
    [[nodiscard]] constexpr GemmEquivalent gemm_equivalent() const noexcept {
        return rank_k_product(n, alpha == T{0} ? 0 : k, 2, beta != Coefficient{0});
    }

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.uplo(c.uplo);
        list_update_op<T>(list, kSymmetry, c.op);
        list.size("n", c.n);
        list.size("k", c.k);
        list.scalar("alpha", c.alpha);
        list.matrix("A", c.A, c.lda, stored(c.op, c.n, c.k), c.alpha != T{0} && c.n > 0);
        list.matrix("B", c.B, c.ldb, stored(c.op, c.n, c.k), c.alpha != T{0} && c.n > 0);
        list.scalar("beta", c.beta);
        list.matrix("C", c.C, c.ldc, triangle(c.uplo, c.n));
    }
};

template <class T>
using Her2kArguments = Syr2kArguments<T, Symmetry::hermitian>;

/// A row-major update is a column-major one of the other triangle by the transposed matrices. Of hermitian C the
/// factors change places, and so do the conjugates.
template <class T, Symmetry kSymmetry>
Syr2kArguments<T, kSymmetry> transposed(Syr2kArguments<T, kSymmetry> c) noexcept {
    c.uplo = transposed(c.uplo);
    c.op = opposite(c.op, kSymmetry);
    c.alpha = conjugated_by(kSymmetry, c.alpha);
    return c;
}

}  // namespace hg
