#pragma once

#include "tools/workload/rule/factor.hpp"

namespace hgctl {

/// What X must be: the solution of A X = alpha B, or of A X^T = alpha B, with a triangle A.
template <class T>
struct SolveRule {
    Factor<T> triangle, b;
    T alpha = 1;
    bool gives_transpose = false;
    bool scales_b = true;  ///< alpha B is rounded
};

/// How far X is from what it must be, in units of the bound that hg holds to, for the worst column x and its
/// b:
///
///     |A x - alpha b| <= 3 eps (sqrt(k + 2) |A| |x| + 2 |alpha b|)
///
/// in Euclidean norms, with k the order of A, twice that if elements are complex; without the second term
/// unless the rule scales B. Good up to 1. With alpha = 0, X must be zero, and A does not count. O(k^2) work
/// a column, on all cores.
template <class T>
double solve_error(const SolveRule<T>& rule, const AsFactor<T>& x);

/// The same of one random combination of all columns, from O(k^2) work: the backward error in units of 3
/// sqrt(k + 2).
template <class T>
double solve_error_estimate(const SolveRule<T>& rule, const AsFactor<T>& x);

}  // namespace hgctl
