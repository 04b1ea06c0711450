#include "lapack/ldl/ldl_problem.hpp"

#include "blas/cost/arithmetic_key.hpp"

namespace hg {

std::string LdlProblem::key() const {
    return (hermitian ? "hetrf " : "sytrf ") + std::string(name(type)) +
           (uplo == Uplo::upper ? " u " : " l ") + std::to_string(n) + arithmetic_key(arithmetic) +
           (pinned ? " pinned" : "");
}

}  // namespace hg
