#pragma once

#include <cstdint>
#include <string_view>

#include "blas/call/letters.hpp"
#include "blas/call/shape.hpp"
#include "blas/cost/equivalent_product.hpp"
#include "blas/cost/flops.hpp"

namespace hg {

/// The arguments of C := alpha (op(A) op(B)^T + op(B) op(A)^T) + beta C, one triangle of the symmetric matrix C.
template <class T>
struct Syr2kArguments {
    using Element = T;
    static constexpr std::string_view kName = "syr2k";
    static constexpr std::string_view kOutput = "C";

    Uplo uplo;
    Op op;
    std::int64_t n, k;
    T alpha;
    const T* A;
    std::int64_t lda;
    const T* B;
    std::int64_t ldb;
    T beta;
    T* C;
    std::int64_t ldc;

    [[nodiscard]] constexpr double flops() const noexcept { return syr2k_flops(n, k); }
    [[nodiscard]] constexpr EquivalentProduct weight() const noexcept {
        return {n, n, alpha == T{0} ? 0 : k, beta != T{0}};
    }

    /// As ArgumentList says.
    template <class List>
    void list(List& list) const {
        list.uplo(uplo);
        list.op("op", op);
        list.size("n", n);
        list.size("k", k);
        list.scalar("alpha", alpha);
        list.matrix("A", A, lda, stored(op, n, k), alpha != T{0} && n > 0);
        list.matrix("B", B, ldb, stored(op, n, k), alpha != T{0} && n > 0);
        list.scalar("beta", beta);
        list.matrix("C", C, ldc, triangle(uplo, n));
    }
};

/// A row-major update is a column-major one of the other triangle by the transposed matrices.
template <class T>
Syr2kArguments<T> transposed(Syr2kArguments<T> c) noexcept {
    c.uplo = transposed(c.uplo);
    c.op = transposed(c.op);
    return c;
}

}  // namespace hg
