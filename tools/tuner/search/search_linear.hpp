#pragma once

#include "tools/tuner/search/search_space.hpp"
#include "tools/tuner/search/trials.hpp"

namespace hg::kernels {

/// SearchMethod::linear and, without pruning, SearchMethod::exhaustive: every kernel in order.
///
/// Pruned, kernels that share a family and the values of their routine's blocking form a group (for GEMM: tile and
/// work sizes and split_k). The first of a group is measured; if it takes more than 1.5 times the best so far, the rest of its group is
/// skipped. That is a rule of experience, not a bound: what is left (vectors, padding, unrolling, stages,
/// order) seldom makes up for a blocking that far behind. Returns false if the time was over.
bool search_linear(const SearchSpace& space, Trials& trials, bool pruned);

}  // namespace hg::kernels
