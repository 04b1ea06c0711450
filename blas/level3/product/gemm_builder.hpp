#pragma once

#include "blas/level3/product/gemm_plan.hpp"
#include <hg/blas/gemm_problem.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The program for one plan; see <hg/blas/gemm_program.hpp>.
Program gemm_program(const GemmProblem& problem, const GemmPlan& plan, const Target& target,
                     const kernels::Database& database);

}  // namespace hg
