#pragma once

#include <complex>
#include <utility>

#include "blas/generated/arguments.hpp"
#include <hg/blas/types.hpp>

namespace hg {

// Row-major calls as column-major ones. The stored matrix is then A^T. For complex elements, BLAS has no op
// that conjugates without transposing, and for a hermitian A, A^T is a different matrix. Calls that need one
// of these become calls on A^H, which is the conjugate of the stored matrix.

template <RealElement T>
GemvArguments<T> transposed(GemvArguments<T> c) noexcept {
    c.op = transposed(c.op);
    std::swap(c.m, c.n);
    return c;
}

/// A^T := alpha y x^T + A^T
template <class T, Pairing kPairing>
requires(kPairing != Pairing::conjugated) GerArguments<T, kPairing> transposed(GerArguments<T, kPairing> c)
noexcept {
    std::swap(c.m, c.n);
    std::swap(c.x, c.y);
    std::swap(c.incx, c.incy);
    return c;
}

/// The arguments for a matrix of which one triangle is used.
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

/// The arguments of trmv or trsv for complex elements.
template <class Arguments>
concept ComplexTriangle = ComplexElement<typename Arguments::Element> && requires(Arguments c) {
    c.diag;
    c.incx;
};

/// A column-major call.
template <class Arguments>
struct ByColumns {
    Arguments arguments;
    bool conjugated = false;  ///< the arguments are for the conjugate of the stored matrix
};

template <class Arguments>
ByColumns<Arguments> by_columns(const Arguments& c) noexcept {
    return {transposed(c)};
}

template <ComplexElement T>
ByColumns<GemvArguments<T>> by_columns(GemvArguments<T> c) noexcept {
    const bool conjugated = c.op == Op::conj_trans;
    c.op = transposed(c.op);
    std::swap(c.m, c.n);
    return {c, conjugated};
}

/// A^H := conj(alpha) y x^H + A^H
template <ComplexElement T>
ByColumns<GercArguments<T>> by_columns(GercArguments<T> c) noexcept {
    std::swap(c.m, c.n);
    std::swap(c.x, c.y);
    std::swap(c.incx, c.incy);
    c.alpha = std::conj(c.alpha);
    return {c, true};
}

/// A = A^H
template <class Arguments>
ByColumns<Arguments> hermitian_by_columns(Arguments c) noexcept {
    c.uplo = transposed(c.uplo);
    return {c, true};
}
template <ComplexElement T>
ByColumns<HemvArguments<T>> by_columns(const HemvArguments<T>& c) noexcept {
    return hermitian_by_columns(c);
}
template <ComplexElement T>
ByColumns<HerArguments<T>> by_columns(const HerArguments<T>& c) noexcept {
    return hermitian_by_columns(c);
}
template <ComplexElement T>
ByColumns<Her2Arguments<T>> by_columns(const Her2Arguments<T>& c) noexcept {
    return hermitian_by_columns(c);
}

template <ComplexTriangle Arguments>
ByColumns<Arguments> by_columns(const Arguments& c) noexcept {
    ByColumns<Arguments> call{c, c.op == Op::conj_trans};
    call.arguments.uplo = transposed(c.uplo);
    call.arguments.op = transposed(c.op);
    return call;
}

}  // namespace hg
