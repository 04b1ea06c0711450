#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "tools/workload/rule/operands.hpp"
#include "tools/workload/rule/product_error.hpp"
#include "tools/workload/rule/solve_error.hpp"
#include "tools/workload/rule/verdict.hpp"

namespace hgctl {

// What the result of a call must satisfy stands once for each routine, in routines/, as one of
//
//     ProductRule or SolveRule rule_of(call, was)      the formula of its result
//     Verdict verdict_of(call, was, now)               what is wrong with the result
//     Verdict verdict_of(call, was, now, info)         likewise, of a routine that returns info
//     double estimate_of(call, was, now)               if it succeeded: its error from work that grows with
//                                                      the operands' elements
//
// `call` is the routine's arguments; `was` has its operands before the call, `now` after it.

/// True if a rule states the formula of a routine's result.
template <class Call>
inline constexpr bool kHasRule = requires(const Call& call, const Operands<typename Call::Element>& was) {
    rule_of(call, was);
};

template <class T>
double rule_error(const ProductRule<T>& rule, const Factor<T>& result, const Factor<T>& before) {
    return product_error(rule, result, before);
}
template <class T>
double rule_error(const SolveRule<T>& rule, const Factor<T>& result, const Factor<T>& /*before*/) {
    return solve_error(rule, result);
}

template <class T>
double rule_error_estimate(const ProductRule<T>& rule, const Factor<T>& result, const Factor<T>& before) {
    return product_error_estimate(rule, result, before);
}
template <class T>
double rule_error_estimate(const SolveRule<T>& rule, const Factor<T>& result, const Factor<T>& /*before*/) {
    return solve_error_estimate(rule, result);
}

/// True if a call reads the elements of what it writes.
template <class T>
bool reads_output(const ProductRule<T>& rule, const Operands<T>& was) {
    const auto is_output = [&](const Factor<T>& x) { return x.data() == was.output().data(); };
    return rule.beta != T{0} ||
           (rule.alpha != T{0} && std::ranges::any_of(rule.products, [&](const auto& product) {
                return is_output(product.left) || is_output(product.right);
            }));
}
template <class T>
bool reads_output(const SolveRule<T>& rule, const Operands<T>& /*was*/) {
    return rule.alpha != T{0};
}

/// True if a call leaves what it writes as it is.
template <class T>
bool does_nothing(const ProductRule<T>& rule) {
    const auto is_empty = [](const auto& product) { return product.left.cols() == 0; };
    return rule.beta == T{1} && (rule.alpha == T{0} || std::ranges::all_of(rule.products, is_empty));
}
template <class T>
bool does_nothing(const SolveRule<T>& /*rule*/) {
    return false;
}

/// False if nothing is left to do, or the output is scaled alone.
template <class T>
bool multiplies(const ProductRule<T>& rule, const Factor<T>& output) {
    return !does_nothing(ProductRule<T>{rule.products, rule.alpha, T{1}}) && output.rows() > 0 &&
           output.cols() > 0;
}
template <class T>
bool multiplies(const SolveRule<T>& rule, const Factor<T>& output) {
    return rule.alpha != T{0} && output.rows() > 0 && output.cols() > 0;
}

/// True if the error of a factorization or of a solution with one can be estimated.
template <class Call>
inline constexpr bool kHasEstimate = requires(const Call& call, const Operands<typename Call::Element>& x) {
    estimate_of(call, x, x);
};

/// True for routines that read what they write even if it is multiplied by zero.
template <class Call>
inline constexpr bool kAlwaysReads = false;

/// True for routines without a formula that write elements whose old values they do not read.
template <class Call>
inline constexpr bool kOverwrites = false;

/// The operands of a column-major call before it, if its output held `output` then.
template <class Call, class T = typename Call::Element>
Operands<T> operands_before(const Call& call, const std::type_identity_t<Factor<T>>& output) {
    Operands<T> operands = operands_of(hg::Layout::col_major, call);
    operands.replace(Call::kOutput, output);
    return operands;
}

/// What is wrong with a call's result.
template <class Call, class T = typename Call::Element>
Verdict call_verdict(const Call& call, const Operands<T>& was, const Operands<T>& now,
                     std::int64_t info = 0) {
    if constexpr (kHasRule<Call>)
        return {rule_error(rule_of(call, was), now.output(), was.output())};
    else if constexpr (requires { verdict_of(call, was, now); })
        return verdict_of(call, was, now);
    else
        return verdict_of(call, was, now, info);
}

/// The error of a large result, from work that grows with its operands' elements if a rule states its
/// formula or an estimate is known.
template <class Call, class T = typename Call::Element>
double call_error_estimate(const Call& call, const Operands<T>& was, const Operands<T>& now) {
    if constexpr (kHasRule<Call>)
        return rule_error_estimate(rule_of(call, was), now.output(), was.output());
    else if constexpr (kHasEstimate<Call>)
        return estimate_of(call, was, now);
    else
        return call_verdict(call, was, now).error;
}

}  // namespace hgctl
