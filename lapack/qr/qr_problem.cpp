#include "blas/cost/arithmetic_key.hpp"
#include <hg/lapack/qr_problem.hpp>

namespace hg {
namespace {

std::string text(std::int64_t number) {
    return " " + std::to_string(number);
}

template <class Problem>
std::string front(std::string_view routine, const Problem& p) {
    return std::string(routine) + " " + std::string(name(p.type)) + arithmetic_key(p.arithmetic) +
           (p.pinned ? " pinned" : "");
}

}  // namespace

std::string QrProblem::key() const {
    return front("geqrf", *this) + text(m) + text(n) + text(nrhs);
}

std::string QProductProblem::key() const {
    return front("ormqr", *this) + (side == Side::left ? " l" : " r") +
           (op == Op::none    ? " n"
            : op == Op::trans ? " t"
                              : " c") +
           text(m) + text(n) + text(k);
}

std::string QColumnsProblem::key() const {
    return front("orgqr", *this) + text(m) + text(n) + text(k);
}

}  // namespace hg
