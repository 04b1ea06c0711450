#include <hg/lapack/inverse_problem.hpp>

namespace hg {

std::string InverseProblem::key() const {
    return "potri " + std::string(name(type)) + (uplo == Uplo::upper ? " u " : " l ") + std::to_string(n) +
           (pinned ? " pinned" : "");
}

}  // namespace hg
