#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "blas/generated/arguments.hpp"
#include "tools/workload/problem/triangle_filling.hpp"
#include "tools/workload/rule/wide.hpp"

/// What problems of some routines have instead of random elements.
namespace hgctl {

/// Triangles well and badly conditioned, or well-conditioned if arguments are given.
template <class T, class Problem>
void draw_triangle(Problem& problem, std::int64_t order, hg::Uplo uplo, hg::Diag diag) {
    const TriangleKind kind =
        problem.is_drawn() ? draw_triangle_kind(problem.numbers()) : TriangleKind::dominant;
    problem.say(name(kind));
    fill_triangle<T>(problem["A"], order, triangle(uplo, diag), kind, problem.numbers());
}
template <class T, class Problem>
void draw_elements(const hg::TrsmArguments<T>& c, Problem& problem) {
    if (c.alpha != T{0}) draw_triangle<T>(problem, c.order(), c.uplo, c.diag);
}
template <class T, class Problem>
void draw_elements(const hg::TrsvArguments<T>& c, Problem& problem) {
    draw_triangle<T>(problem, c.n, c.uplo, c.diag);
}

/// Some vectors are so large or so small that squares of elements overflow or underflow.
template <class T, class Problem>
void draw_elements(const hg::Nrm2Arguments<T>& c, Problem& problem) {
    if (!problem.is_drawn()) return;
    constexpr int kFar = std::numeric_limits<PartOf<T>>::max_exponent / 3 * 2;
    constexpr int kExponents[] = {0, 0, kFar, -kFar};
    const int exponent = kExponents[problem.numbers().between(0, 3)];
    problem.say("times 2^" + std::to_string(exponent));
    auto& x = problem["x"];
    for (std::int64_t i = 0; i < c.n; ++i) x.set(i, 0, x.view()(i, 0) * std::ldexp(PartOf<T>{1}, exponent));
}

/// x in quarters.
template <class T>
T to_quarters(T x) {
    if constexpr (kIsComplex<T>)
        return {to_quarters(x.real()), to_quarters(x.imag())};
    else
        return std::round(4 * x) / 4;
}

/// Half of the vectors hold multiples of 1/4, so that several elements are the largest.
template <class T, class Problem>
void draw_elements(const hg::IamaxArguments<T>& c, Problem& problem) {
    if (!problem.is_drawn() || problem.numbers().between(0, 1) == 0) return;
    problem.say("ties");
    auto& x = problem["x"];
    for (std::int64_t i = 0; i < c.n; ++i) x.set(i, 0, to_quarters(x.view()(i, 0)));
}

}  // namespace hgctl
