#include "blas/cost/arithmetic_key.hpp"
#include <hg/blas/rank_k_problem.hpp>

namespace hg {

std::string RankKProblem::key() const {
    std::string key = hermitian ? "he" : "sy";
    key.append(rank_2k ? "r2k " : "rk ");
    key.append(name(type)).append(op != Op::none ? " t" : " n").append(uplo == Uplo::upper ? "u" : "l");
    if (op_b) key.append({' ', static_cast<char>(op), static_cast<char>(*op_b)});
    for (std::int64_t size : {n, k}) key.append(" ").append(std::to_string(size));
    return key.append(product ? " product" : "")
        .append(reads_c ? " reads_c" : "")
        .append(arithmetic_key(arithmetic))
        .append(pinned ? " pinned" : "");
}

}  // namespace hg
