#include <hg/lapack/substitution_problem.hpp>

namespace hg {

std::string SubstitutionProblem::key() const {
    return std::string("substitution ") + static_cast<char>(factors) + (op == Op::none ? "n " : "t ") +
           std::string(name(type)) + ' ' + std::to_string(n) + ' ' + std::to_string(nrhs) +
           (pinned ? " pinned" : "");
}

}  // namespace hg
