#include "blas/level3/product/gemm_builder.hpp"
#include "blas/level3/product/gemm_planner.hpp"
#include <hg/blas/gemm_program.hpp>

namespace hg {

Program gemm_program(const GemmProblem& problem, const Target& target, const kernels::Database& database) {
    return gemm_program(problem, plan_gemm(problem, target, database), target, database);
}

}  // namespace hg
