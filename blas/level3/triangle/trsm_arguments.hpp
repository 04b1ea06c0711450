#pragma once

#include <cstdint>
#include <utility>

#include "blas/call/letters.hpp"

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

/// A row-major solve is its transpose, column-major: X^T op(A)^T = alpha B^T, and A^T is the other triangle.
/// What is_valid() refuses stays as it is.
template <class T>
TrsmArguments<T> transposed(TrsmArguments<T> c) noexcept {
    if (is_valid(c.side)) c.side = c.side == Side::left ? Side::right : Side::left;
    if (is_valid(c.uplo)) c.uplo = c.uplo == Uplo::lower ? Uplo::upper : Uplo::lower;
    std::swap(c.m, c.n);
    return c;
}

}  // namespace hg
