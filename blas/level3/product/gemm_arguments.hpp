#pragma once

#include <cstdint>
#include <utility>

#include <hg/blas/types.hpp>

namespace hg {

/// The arguments of a column-major C := alpha op(A) op(B) + beta C.
template <class T>
struct GemmArguments {
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
