#include <hg/blas/trsm_problem.hpp>

namespace hg {

std::string TrsmProblem::key() const {
    std::string key = "trsm ";
    key.append(name(type)).append(" ");
    for (const char letter : {static_cast<char>(side), static_cast<char>(uplo), op == Op::none ? 'N' : 'T',
                              static_cast<char>(diag)})
        key.push_back(letter);
    for (std::int64_t extent : {m, n}) key.append(" ").append(std::to_string(extent));
    return key.append(pinned ? " pinned" : "");
}

}  // namespace hg
