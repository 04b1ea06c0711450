#pragma once

#include "blas/level3/triangle/triangle_plan.hpp"
#include <hg/blas/trmm_problem.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// As plan_strips() says.
TrianglePlan plan_trmm(const TrmmProblem& problem, const Target& target, const kernels::Database& database);

}  // namespace hg
