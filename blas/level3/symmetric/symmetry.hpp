#pragma once

#include <cstdint>
#include <type_traits>

#include "blas/call/letters.hpp"
#include <hg/blas/types.hpp>

namespace hg {

/// What a matrix is that equals its own transpose, or its own conjugate transpose.
enum class Symmetry : std::uint8_t {
    symmetric,  ///< X^T = X
    hermitian   ///< X^H = X: elements are complex, and real on the diagonal
};

/// A factor that leaves a matrix symmetric, or hermitian: then it is real.
template <class T, Symmetry kSymmetry>
using CoefficientOf = std::conditional_t<kSymmetry == Symmetry::hermitian, RealOf<T>, T>;

/// The conjugate of x, for hermitian matrices.
template <class T>
constexpr T conjugated_by(Symmetry symmetry, T x) noexcept {
    if constexpr (ComplexElement<T>)
        return symmetry == Symmetry::hermitian ? T(x.real(), -x.imag()) : x;
    else
        return x;
}

/// The second factor's op, if op(A) is the first one of an update: that of op(A)^T, or op(A)^H. What
/// is_valid() refuses stays as it is.
constexpr Op opposite(Op op, Symmetry symmetry) noexcept {
    if (!is_valid(op)) return op;
    if (op != Op::none) return Op::none;
    return symmetry == Symmetry::hermitian ? Op::conj_trans : Op::trans;
}

/// Lists the op of an update as an argument. One of complex matrices takes what leaves C symmetric, or
/// hermitian.
template <class T, class List, class Value>
void list_update_op(List& list, Symmetry symmetry, Value& op) {
    if constexpr (!ComplexElement<T>) return list.op("op", op);
    list.op("op", op, opposite(Op::none, symmetry));
}

}  // namespace hg
