#pragma once

#include "blas/level3/triangle/triangle_plan.hpp"
#include <hg/blas/trmm_problem.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The program for one plan; see <hg/blas/trmm_program.hpp>.
Program trmm_program(const TrmmProblem& problem, const TrianglePlan& plan, const Target& target,
                     const kernels::Database& database);

}  // namespace hg
