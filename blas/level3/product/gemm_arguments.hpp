#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "blas/call/shape.hpp"
#include "blas/cost/flops.hpp"
#include "blas/cost/gemm_equivalent.hpp"
#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// The arguments of C := alpha op(A) op(B) + beta C.
template <class T>
struct GemmArguments {
    using Element = T;
    static constexpr std::string_view kName = "gemm";
    static constexpr std::string_view kOutput = "C";

    Op op_a, op_b;
    std::int64_t m, n, k;
    T alpha;
    const T* A;
    std::int64_t lda;
    const T* B;
    std::int64_t ldb;
    T beta;
    T* C;
    std::int64_t ldc;

    [[nodiscard]] constexpr double flops() const noexcept {
        return real_operations(element_type_of<T>()) * gemm_flops(m, n, k);
    }
    [[nodiscard]] constexpr GemmEquivalent gemm_equivalent() const noexcept {
        return {m, n, alpha == T{0} ? 0 : k, beta != T{0}};
    }

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.op("op_a", c.op_a);
        list.op("op_b", c.op_b);
        list.size("m", c.m);
        list.size("n", c.n);
        list.size("k", c.k);
        list.scalar("alpha", c.alpha);
        list.matrix("A", c.A, c.lda, stored(c.op_a, c.m, c.k), c.alpha != T{0} && c.n > 0);
        list.matrix("B", c.B, c.ldb, stored(c.op_b, c.k, c.n), c.alpha != T{0} && c.m > 0);
        list.scalar("beta", c.beta);
        list.matrix("C", c.C, c.ldc, Shape{c.m, c.n});
    }
};

/// A row-major product is its transpose, column-major: C^T := alpha op(B)^T op(A)^T + beta C^T.
template <class T>
GemmArguments<T> transposed(GemmArguments<T> c) noexcept {
    std::swap(c.op_a, c.op_b);
    std::swap(c.m, c.n);
    std::swap(c.A, c.B);
    std::swap(c.lda, c.ldb);
    return c;
}

}  // namespace hg
