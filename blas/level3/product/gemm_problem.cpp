#include <hg/blas/gemm_problem.hpp>

namespace hg {

std::string GemmProblem::key() const {
    std::string key = "gemm ";
    key.append(name(type)).append(op_a != Op::none ? " t" : " n").append(op_b != Op::none ? "t" : "n");
    for (std::int64_t size : {m, n, k, block}) key.append(" ").append(std::to_string(size));
    return key.append(product ? " product" : "")
        .append(reads_c ? " reads_c" : "")
        .append(pinned ? " pinned" : "");
}

}  // namespace hg
