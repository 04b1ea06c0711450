#pragma once

#include <cstdint>
#include <type_traits>

#include "blas/call/letters.hpp"
#include <hg/blas/types.hpp>

namespace hg {

/// The symmetry of a matrix that equals its transpose or its conjugate transpose.
enum class Symmetry : std::uint8_t {
    symmetric,  ///< X^T = X
    hermitian   ///< X^H = X: elements are complex, and real on the diagonal
};

/// The type of a factor that preserves the symmetry: real if the matrix is hermitian.
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

/// Returns the op of the second factor of an update whose first factor is op(A): that of op(A)^T or op(A)^H.
/// Invalid values are unchanged.
constexpr Op opposite(Op op, Symmetry symmetry) noexcept {
    if (!is_valid(op)) return op;
    if (op != Op::none) return Op::none;
    return symmetry == Symmetry::hermitian ? Op::conj_trans : Op::trans;
}

/// Lists the op of an update as an argument. For complex matrices, only the op that keeps C symmetric or
/// hermitian is valid.
template <class T, class List, class Value>
void list_update_op(List& list, Symmetry symmetry, Value& op) {
    if constexpr (!ComplexElement<T>) return list.op("op", op);
    list.op("op", op, opposite(Op::none, symmetry));
}

}  // namespace hg
