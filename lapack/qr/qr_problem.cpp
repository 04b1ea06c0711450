#include <hg/lapack/qr_problem.hpp>

namespace hg {
namespace {

std::string text(std::int64_t number) {
    return " " + std::to_string(number);
}

std::string front(std::string_view routine, ElementType type, bool pinned) {
    return std::string(routine) + " " + std::string(name(type)) + (pinned ? " pinned" : "");
}

}  // namespace

std::string QrProblem::key() const {
    return front("geqrf", type, pinned) + text(m) + text(n) + text(nrhs);
}

std::string QProductProblem::key() const {
    return front("ormqr", type, pinned) + (side == Side::left ? " l" : " r") +
           (op == Op::none ? " n" : " t") + text(m) + text(n) + text(k);
}

std::string QColumnsProblem::key() const {
    return front("orgqr", type, pinned) + text(m) + text(n) + text(k);
}

}  // namespace hg
