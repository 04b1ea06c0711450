#pragma once

#include "blas/cost/plan.hpp"
#include "blas/level3/triangle/triangle_plan.hpp"
#include <hg/blas/trmm_problem.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The plan that is fastest in simulation, with its program, of those that strip_candidates() lists. Throws
/// what that throws.
Planned<TrianglePlan> plan_trmm(const TrmmProblem& problem, const Target& target,
                                const kernels::Database& database);

/// The program for one plan; see <hg/blas/trmm_program.hpp>.
Program trmm_program(const TrmmProblem& problem, const TrianglePlan& plan, const Target& target,
                     const kernels::Database& database);

}  // namespace hg
