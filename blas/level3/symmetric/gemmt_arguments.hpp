#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "blas/call/letters.hpp"
#include "blas/call/shape.hpp"
#include "blas/cost/flops.hpp"
#include "blas/cost/gemm_equivalent.hpp"
#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// The arguments of C := alpha op(A) op(B) + beta C, one triangle of C.
template <class T>
struct GemmtArguments {
    using Element = T;
    static constexpr std::string_view kName = "gemmt";
    static constexpr std::string_view kOutput = "C";

    Uplo uplo;
    Op op_a, op_b;
    std::int64_t n, k;
    T alpha;
    const T* A;
    std::int64_t lda;
    const T* B;
    std::int64_t ldb;
    T beta;
    T* C;
    std::int64_t ldc;

    [[nodiscard]] constexpr double flops() const noexcept {
        return real_operations(element_type_of<T>()) * syrk_flops(n, k);
    }
    [[nodiscard]] constexpr GemmEquivalent gemm_equivalent() const noexcept {
        GemmEquivalent product = rank_k_product(n, alpha == T{0} ? 0 : k, 1, beta != T{0});
        const double factor = rectangle_elements(n, k);  // B
        product.differs.in += factor;
        product.differs.host += factor;
        return product;
    }

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.uplo(c.uplo);
        list.op("op_a", c.op_a);
        list.op("op_b", c.op_b);
        list.size("n", c.n);
        list.size("k", c.k);
        list.scalar("alpha", c.alpha);
        list.matrix("A", c.A, c.lda, stored(c.op_a, c.n, c.k), c.alpha != T{0} && c.n > 0);
        list.matrix("B", c.B, c.ldb, stored(c.op_b, c.k, c.n), c.alpha != T{0} && c.n > 0);
        list.scalar("beta", c.beta);
        list.matrix("C", c.C, c.ldc, triangle(c.uplo, c.n));
    }
};

/// A row-major product is its transpose, column-major: the other triangle of
/// C^T := alpha op(B)^T op(A)^T + beta C^T.
template <class T>
GemmtArguments<T> transposed(GemmtArguments<T> c) noexcept {
    c.uplo = transposed(c.uplo);
    std::swap(c.op_a, c.op_b);
    std::swap(c.A, c.B);
    std::swap(c.lda, c.ldb);
    return c;
}

}  // namespace hg
