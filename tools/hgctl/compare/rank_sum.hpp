#pragma once

#include <vector>

namespace hgctl {

/// The two-sided p-value of the rank-sum test of Wilcoxon, Mann and Whitney: how likely the ranks of the
/// values differ at least as much as they do if both lists come from one distribution. Ties share their mean
/// rank. Up to 50 values the p-value is exact, beyond from the normal approximation. 1 if a list is empty.
///
/// H. B. Mann, D. R. Whitney: On a test of whether one of two random variables is stochastically larger than
/// the other. Annals of Mathematical Statistics 18 (1947).
double rank_sum_p(const std::vector<double>& first, const std::vector<double>& second);

}  // namespace hgctl
