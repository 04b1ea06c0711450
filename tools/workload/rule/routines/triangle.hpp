#pragma once

#include "blas/generated/arguments.hpp"
#include "tools/workload/rule/operands.hpp"
#include "tools/workload/rule/product_error.hpp"
#include "tools/workload/rule/solve_error.hpp"

namespace hgctl {

/// B := alpha op(A) B or B := alpha B op(A)
template <class T>
ProductRule<T> rule_of(const hg::TrmmArguments<T>& c, const Operands<T>& was) {
    const Factor<T> A = was("A").with(c.op);
    if (c.side == hg::Side::left) return {{{A, was("B")}}, c.alpha};
    return {{{was("B"), A}}, c.alpha};
}

/// op(A) X = alpha B or X op(A) = alpha B, X in the place of B
template <class T>
SolveRule<T> rule_of(const hg::TrsmArguments<T>& c, const Operands<T>& was) {
    const Factor<T> A = was("A").with(c.op);
    // X op(A) = alpha B is op(A)^T X^T = alpha B^T.
    if (c.side == hg::Side::left) return {A, was("B"), c.alpha};
    return {A.transpose(), was("B").transpose(), c.alpha, true};
}

}  // namespace hgctl
