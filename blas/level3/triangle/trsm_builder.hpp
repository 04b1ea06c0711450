#pragma once

#include "blas/cost/plan.hpp"
#include "blas/level3/triangle/triangle_plan.hpp"
#include <hg/blas/trsm_problem.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The plan that is fastest in simulation, with its program, of those that strip_candidates() lists. Throws
/// what that throws.
Planned<TrianglePlan> plan_trsm(const TrsmProblem& problem, const Target& target,
                                const kernels::Database& database);

/// The program for one plan; see <hg/blas/trsm_program.hpp>.
Program trsm_program(const TrsmProblem& problem, const TrianglePlan& plan, const Target& target,
                     const kernels::Database& database);

}  // namespace hg
