#pragma once

#include "tools/workload/rule/operands.hpp"
#include "tools/workload/rule/product_error.hpp"

namespace hgctl {

/// C := alpha op(A) op(B) + beta C, or that part of C which is listed
template <class Call, class T>
requires requires(const Call& c) {
    c.op_a, c.op_b, c.beta;
}
ProductRule<T> rule_of(const Call& c, const Operands<T>& was) {
    return {{{was("A").with(c.op_a), was("B").with(c.op_b)}}, c.alpha, c.beta};
}

}  // namespace hgctl
