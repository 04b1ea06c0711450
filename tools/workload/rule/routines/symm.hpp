#pragma once

#include "blas/generated/arguments.hpp"
#include "tools/workload/rule/operands.hpp"
#include "tools/workload/rule/product_error.hpp"

namespace hgctl {

/// C := alpha A B + beta C or C := alpha B A + beta C, A symmetric (symm) or hermitian (hemm)
template <class T, hg::Symmetry kSymmetry>
ProductRule<T> rule_of(const hg::SymmArguments<T, kSymmetry>& c, const Operands<T>& was) {
    if (c.side == hg::Side::left) return {{{was("A"), was("B")}}, c.alpha, c.beta};
    return {{{was("B"), was("A")}}, c.alpha, c.beta};
}

}  // namespace hgctl
