#pragma once

#include "blas/level3/triangle/triangle_plan.hpp"
#include <hg/blas/trsm_problem.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The program for one plan; see <hg/blas/trsm_program.hpp>.
Program trsm_program(const TrsmProblem& problem, const TrianglePlan& plan, const Target& target,
                     const kernels::Database& database);

}  // namespace hg
