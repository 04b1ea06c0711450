#pragma once

#include "blas/generated/arguments.hpp"
#include "tools/workload/rule/operands.hpp"
#include "tools/workload/rule/product_error.hpp"
#include "tools/workload/rule/routines/rank_k.hpp"
#include "tools/workload/rule/solve_error.hpp"

namespace hgctl {

/// y := alpha op(A) x + beta y; nothing is done if A has no elements
template <class T>
ProductRule<T> rule_of(const hg::GemvArguments<T>& c, const Operands<T>& was) {
    if (c.m == 0 || c.n == 0) return {{}, T{0}, T{1}};
    return {{{was("A").with(c.op), was("x")}}, c.alpha, c.beta};
}

/// ger, geru: A := alpha x y^T + A; gerc: A := alpha x y^H + A
template <class T, hg::Pairing kPairing>
ProductRule<T> rule_of(const hg::GerArguments<T, kPairing>& c, const Operands<T>& was) {
    const bool conjugated = kPairing == hg::Pairing::conjugated;
    return {{{was("x"), conjugated ? was("y").adjoint() : was("y").transpose()}}, c.alpha, T{1}};
}

/// y := alpha A x + beta y, A symmetric (symv) or hermitian (hemv)
template <class T, hg::Symmetry kSymmetry>
ProductRule<T> rule_of(const hg::SymvArguments<T, kSymmetry>& c, const Operands<T>& was) {
    return {{{was("A"), was("x")}}, c.alpha, c.beta};
}

/// syr: A := alpha x x^T + A; her: A := alpha x x^H + A
template <class T, hg::Symmetry kSymmetry>
ProductRule<T> rule_of(const hg::SyrArguments<T, kSymmetry>& c, const Operands<T>& was) {
    return {{{was("x"), mirrored<kSymmetry>(was("x"))}}, c.alpha, T{1}};
}

/// syr2: A := alpha x y^T + alpha y x^T + A; her2: A := alpha x y^H + conj(alpha) y x^H + A
template <class T, hg::Symmetry kSymmetry>
ProductRule<T> rule_of(const hg::Syr2Arguments<T, kSymmetry>& c, const Operands<T>& was) {
    constexpr bool kHermitian = kSymmetry == hg::Symmetry::hermitian;
    const Factor<T>&x = was("x"), &y = was("y");
    return {{{x, mirrored<kSymmetry>(y)}, {y, mirrored<kSymmetry>(x), kHermitian}}, c.alpha, T{1}};
}

/// x := op(A) x
template <class T>
ProductRule<T> rule_of(const hg::TrmvArguments<T>& c, const Operands<T>& was) {
    return {{{was("A").with(c.op), was("x")}}};
}

/// op(A) x = b, x in the place of b
template <class T>
SolveRule<T> rule_of(const hg::TrsvArguments<T>& c, const Operands<T>& was) {
    return {.triangle = was("A").with(c.op), .b = was("x"), .scales_b = false};
}

}  // namespace hgctl
