#pragma once

#include <algorithm>
#include <cstdint>
#include <thread>

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
    return product_error_estimate(rule, result, before, std::max(1U, std::thread::hardware_concurrency()));
}
template <class T>
double rule_error_estimate(const SolveRule<T>& rule, const Factor<T>& result, const Factor<T>& /*before*/) {
    return solve_error_estimate(rule, result);
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

/// The error of a large result, from work that grows with its operands' elements if a rule states its formula.
template <class Call, class T = typename Call::Element>
double call_error_estimate(const Call& call, const Operands<T>& was, const Operands<T>& now) {
    if constexpr (kHasRule<Call>)
        return rule_error_estimate(rule_of(call, was), now.output(), was.output());
    else
        return call_verdict(call, was, now).error;
}

}  // namespace hgctl
