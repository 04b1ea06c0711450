#pragma once

#include "blas/cost/plan.hpp"
#include "blas/level3/triangle/triangle_plan.hpp"
#include <hg/blas/trmm_problem.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Returns the plan of strip_candidates() that is fastest in simulation, with its program. Throws what
/// strip_candidates() throws.
Planned<TrianglePlan> plan_trmm(const TrmmProblem& problem, const Target& target,
                                const kernels::Database& database);

/// Builds the program of a plan; see <hg/blas/trmm_program.hpp>.
Program trmm_program(const TrmmProblem& problem, const TrianglePlan& plan, const Target& target,
                     const kernels::Database& database);

}  // namespace hg
