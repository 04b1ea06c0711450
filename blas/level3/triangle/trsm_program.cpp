#include "blas/level3/triangle/trsm_builder.hpp"
#include "blas/level3/triangle/trsm_planner.hpp"
#include <hg/blas/trsm_program.hpp>

namespace hg {

Program trsm_program(const TrsmProblem& problem, const Target& target, const kernels::Database& database) {
    return trsm_program(problem, plan_trsm(problem, target, database), target, database);
}

}  // namespace hg
