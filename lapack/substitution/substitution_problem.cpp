#include <hg/lapack/substitution_problem.hpp>

namespace hg {

std::string SubstitutionProblem::key() const {
    const char* const ops = op == Op::none ? "n " : op == Op::conj_trans && is_complex(type) ? "c " : "t ";
    return std::string("substitution ") + static_cast<char>(factors) + ops + std::string(name(type)) + ' ' +
           std::to_string(n) + ' ' + std::to_string(nrhs) + (pinned ? " pinned" : "");
}

}  // namespace hg
