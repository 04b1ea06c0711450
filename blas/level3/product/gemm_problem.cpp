#include "blas/call/letters.hpp"
#include "blas/cost/arithmetic_key.hpp"
#include <hg/blas/gemm_problem.hpp>

namespace hg {

std::string GemmProblem::key() const {
    std::string key = "gemm ";
    key.append(name(type)).append({' ', op_letter(op_a, type), op_letter(op_b, type)});
    for (std::int64_t size : {m, n, k, block}) key.append(" ").append(std::to_string(size));
    if (symmetric_a) key.append(" symmetric a ").append(1, static_cast<char>(*symmetric_a));
    if (symmetric_b) key.append(" symmetric b ").append(1, static_cast<char>(*symmetric_b));
    return key.append(hermitian ? " hermitian" : "")
        .append(arithmetic_key(arithmetic))
        .append(product ? " product" : "")
        .append(reads_c ? " reads_c" : "")
        .append(pinned ? " pinned" : "");
}

}  // namespace hg
