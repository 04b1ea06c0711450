#pragma once

#include "blas/generated/arguments.hpp"
#include "tools/workload/rule/operands.hpp"
#include "tools/workload/rule/product_error.hpp"

namespace hgctl {

/// X^T, or X^H for hermitian matrices.
template <hg::Symmetry kSymmetry, class T>
Factor<T> mirrored(const Factor<T>& x) noexcept {
    return kSymmetry == hg::Symmetry::hermitian ? x.adjoint() : x.transpose();
}

/// syrk: C := alpha op(A) op(A)^T + beta C; herk: C := alpha op(A) op(A)^H + beta C
template <class T, hg::Symmetry kSymmetry>
ProductRule<T> rule_of(const hg::SyrkArguments<T, kSymmetry>& c, const Operands<T>& was) {
    const Factor<T> A = was("A").with(c.op);
    return {{{A, mirrored<kSymmetry>(A)}}, c.alpha, c.beta};
}

/// syr2k: C := alpha op(A) op(B)^T + alpha op(B) op(A)^T + beta C
/// her2k: C := alpha op(A) op(B)^H + conj(alpha) op(B) op(A)^H + beta C
template <class T, hg::Symmetry kSymmetry>
ProductRule<T> rule_of(const hg::Syr2kArguments<T, kSymmetry>& c, const Operands<T>& was) {
    constexpr bool kHermitian = kSymmetry == hg::Symmetry::hermitian;
    const Factor<T> A = was("A").with(c.op), B = was("B").with(c.op);
    return {{{A, mirrored<kSymmetry>(B)}, {B, mirrored<kSymmetry>(A), kHermitian}}, c.alpha, c.beta};
}

}  // namespace hgctl
