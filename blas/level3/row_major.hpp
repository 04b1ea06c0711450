#pragma once

#include <utility>

#include "blas/generated/arguments.hpp"

namespace hg {

// Row-major calls of level 3 as column-major ones: what is stored of each matrix is then its transpose.

/// C^T := alpha op(B)^T op(A)^T + beta C^T
template <class T>
GemmArguments<T> transposed(GemmArguments<T> c) noexcept {
    std::swap(c.op_a, c.op_b);
    std::swap(c.m, c.n);
    std::swap(c.A, c.B);
    std::swap(c.lda, c.ldb);
    return c;
}

/// The same, of which the other triangle is stored.
template <class T>
GemmtArguments<T> transposed(GemmtArguments<T> c) noexcept {
    c.uplo = transposed(c.uplo);
    std::swap(c.op_a, c.op_b);
    std::swap(c.A, c.B);
    std::swap(c.lda, c.ldb);
    return c;
}

/// Of symm, hemm, trmm and trsm, C^T := alpha B^T A^T + beta C^T and the like: A^T is on the other side, and
/// the other triangle of it is stored.
template <class Arguments>
requires requires(Arguments c) {
    c.side;
    c.uplo;
}
Arguments transposed(Arguments c) noexcept {
    c.side = transposed(c.side);
    c.uplo = transposed(c.uplo);
    std::swap(c.m, c.n);
    return c;
}

/// An update of the other triangle by the transposed matrix. Of a hermitian one the transpose is the
/// conjugate: C^T = alpha conj(A) A^T + beta C^T for C = alpha A A^H + beta C.
template <class T, Symmetry kSymmetry>
SyrkArguments<T, kSymmetry> transposed(SyrkArguments<T, kSymmetry> c) noexcept {
    c.uplo = transposed(c.uplo);
    c.op = opposite(c.op, kSymmetry);
    return c;
}

/// Of hermitian C the factors change places, and so do the conjugates.
template <class T, Symmetry kSymmetry>
Syr2kArguments<T, kSymmetry> transposed(Syr2kArguments<T, kSymmetry> c) noexcept {
    c.uplo = transposed(c.uplo);
    c.op = opposite(c.op, kSymmetry);
    c.alpha = conjugated_by(kSymmetry, c.alpha);
    return c;
}

}  // namespace hg
