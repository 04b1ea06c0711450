#pragma once

#include <cstdint>

#include "blas/types.hpp"

namespace hg {

/// The arguments of a column-major op(A) X = alpha B or X op(A) = alpha B.
template <class T>
struct TrsmArguments {
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

    [[nodiscard]] std::int64_t order() const noexcept { return side == Side::left ? m : n; }
};

}  // namespace hg
