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

}  // namespace hg
