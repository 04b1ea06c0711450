#pragma once

#include "tools/workload/rule/operands.hpp"
#include "tools/workload/rule/product_error.hpp"

namespace hgctl {

/// C := alpha op(A) op(B) + beta C, all of it or one triangle
template <class Call, class T>
requires kMultipliesTwo<Call> ProductRule<T> rule_of(const Call& c, const Operands<T>& was) {
    ProductRule<T> rule{{{was("A").with(c.op_a), was("B").with(c.op_b)}}, c.alpha, c.beta};
    if constexpr (requires { c.uplo; }) rule.part = triangle(c.uplo);
    return rule;
}

}  // namespace hgctl
