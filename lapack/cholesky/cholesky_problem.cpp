#include "blas/cost/arithmetic_key.hpp"
#include <hg/lapack/cholesky_problem.hpp>

namespace hg {

std::string CholeskyProblem::key() const {
    return "potrf " + std::string(name(type)) + (uplo == Uplo::upper ? " u " : " l ") + std::to_string(n) +
           arithmetic_key(arithmetic) + (pinned ? " pinned" : "");
}

}  // namespace hg
