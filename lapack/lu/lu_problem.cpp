#include "blas/cost/arithmetic_key.hpp"
#include <hg/lapack/lu_problem.hpp>

namespace hg {

std::string LuProblem::key() const {
    return (nrhs > 0 ? "gesv " + std::to_string(nrhs) + ' ' : "getrf ") + std::string(name(type)) + ' ' +
           std::to_string(m) + ' ' + std::to_string(n) + ' ' + static_cast<char>(pivoting) +
           arithmetic_key(arithmetic) + (pinned ? " pinned" : "");
}

}  // namespace hg
