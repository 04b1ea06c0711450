#pragma once

#include <cstdint>
#include <string_view>

#include "blas/check.hpp"
#include "lapack/getrf.hpp"

namespace hg {

/// Throws Error{invalid_argument} naming the argument unless it is a kind of pivoting.
void check_pivoting(std::string_view routine, int number, Pivoting pivoting);

/// The same where `count` > 0 pivots are to be kept and ipiv is null.
void check_pivots(std::string_view routine, int number, const std::int64_t* ipiv, std::int64_t count);

}  // namespace hg
