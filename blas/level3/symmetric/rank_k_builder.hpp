#pragma once

#include "blas/level3/symmetric/rank_k_plan.hpp"
#include <hg/blas/rank_k_program.hpp>

namespace hg {

/// Depth of a product, at most: a rule that does not ask for the number of devices.
std::int64_t rank_k_depth(const RankKProblem& problem, const Target& target);

/// The program of a plan. Throws Error{out_of_memory} if it does not fit.
Program rank_k_program(const RankKProblem& problem, const RankKPlan& plan, const Target& target,
                       const kernels::Database& database);

}  // namespace hg
