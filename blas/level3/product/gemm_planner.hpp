#pragma once

#include "blas/level3/product/gemm_plan.hpp"
#include <hg/blas/gemm_problem.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The plan that ends soonest in simulation. The choices are: the fastest devices in any number, in grids
/// with any number of columns, with blocks and windows of many sizes (steepest descent over doublings). One
/// more device never makes it slower in simulation, since all plans without it stay among the choices. Of
/// equal plans the one with fewer devices is taken. If problem.block is given, all devices take that block,
/// in one column. Throws what largest_gemm_tile() throws.
GemmPlan plan_gemm(const GemmProblem& problem, const Target& target, const kernels::Database& database);

}  // namespace hg
