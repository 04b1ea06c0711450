#include "blas/call/letters.hpp"
#include "blas/cost/arithmetic_key.hpp"
#include <hg/blas/trmm_problem.hpp>
#include <hg/blas/trsm_problem.hpp>

namespace hg {
namespace {

template <class Problem>
std::string key_of(std::string_view routine, const Problem& p) {
    std::string key(routine);
    key.append(" ").append(name(p.type)).append(" ");
    for (const char letter : {static_cast<char>(p.side), static_cast<char>(p.uplo), op_letter(p.op, p.type),
                              static_cast<char>(p.diag)})
        key.push_back(letter);
    for (std::int64_t extent : {p.m, p.n}) key.append(" ").append(std::to_string(extent));
    return key.append(arithmetic_key(p.arithmetic)).append(p.pinned ? " pinned" : "");
}

}  // namespace

std::string TrsmProblem::key() const {
    return key_of("trsm", *this);
}

std::string TrmmProblem::key() const {
    return key_of("trmm", *this);
}

}  // namespace hg
