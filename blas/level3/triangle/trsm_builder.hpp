#pragma once

#include "blas/cost/plan.hpp"
#include "blas/level3/triangle/triangle_plan.hpp"
#include <hg/blas/trsm_problem.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Returns the plan of strip_candidates() that is fastest in simulation, with its program. Throws what
/// strip_candidates() throws.
Planned<TrianglePlan> plan_trsm(const TrsmProblem& problem, const Target& target,
                                const kernels::Database& database);

/// Builds the program of a plan; see <hg/blas/trsm_program.hpp>.
Program trsm_program(const TrsmProblem& problem, const TrianglePlan& plan, const Target& target,
                     const kernels::Database& database);

}  // namespace hg
