#pragma once

#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// The op that makes a matrix its adjoint: X^T if elements are real, X^H if they are complex.
constexpr Op adjoint(ElementType type) noexcept {
    return is_complex(type) ? Op::conj_trans : Op::trans;
}
template <class T>
constexpr Op adjoint() noexcept {
    return adjoint(element_type_of<T>());
}

/// Lists the op of a matrix of which LAPACK has the adjoint alone.
template <class T, class List, class Value>
void list_adjoint_op(List& list, Value& op) {
    if constexpr (!ComplexElement<T>) return list.op("op", op);
    list.op("op", op, Op::conj_trans);
}

}  // namespace hg
