#pragma once

#include "blas/level3/product/gemm_arguments.hpp"
#include "tools/workload/rule/operands.hpp"
#include "tools/workload/rule/product_error.hpp"

namespace hgctl {

/// C := alpha op(A) op(B) + beta C
template <class T>
ProductRule<T> rule_of(const hg::GemmArguments<T>& c, const Operands<T>& was) {
    return {{{was("A").with(c.op_a), was("B").with(c.op_b)}}, c.alpha, c.beta};
}

}  // namespace hgctl
