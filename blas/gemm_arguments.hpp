#pragma once

#include <cstdint>
#include <utility>

#include "blas/types.hpp"

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

}  // namespace hg
