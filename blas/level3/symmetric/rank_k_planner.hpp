#pragma once

#include "blas/level3/symmetric/rank_k_plan.hpp"
#include <hg/blas/rank_k_problem.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The plan that ends soonest in simulation, of blocks of several sizes on the fastest devices in any number.
/// Throws what largest_gemm_tile() throws, and Error{out_of_memory} if no plan fits the devices.
RankKPlan plan_rank_k(const RankKProblem& problem, const Target& target, const kernels::Database& database);

}  // namespace hg
