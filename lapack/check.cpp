#include "lapack/check.hpp"

#include "runtime/program/error.hpp"

namespace hg {

void check_pivoting(std::string_view routine, int number, Pivoting pivoting) {
    if (pivoting == Pivoting::partial || pivoting == Pivoting::tournament || pivoting == Pivoting::none)
        return;
    require_argument(false, routine, number, "options.pivoting", "must be partial, tournament or none");
}

void check_pivots(std::string_view routine, int number, const std::int64_t* ipiv, std::int64_t count) {
    if (count > 0 && ipiv == nullptr) require_argument(false, routine, number, "ipiv", "must not be null");
}

}  // namespace hg
