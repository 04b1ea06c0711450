#pragma once

#include <cstdint>
#include <vector>

#include <hg/lapack/lu_problem.hpp>

namespace hg {

/// The columns of a panel that suit a problem. They do not depend on the number of devices, so
/// that results do not.
std::int64_t panel_width(const LuProblem& problem);

/// That width, then those that take less memory.
std::vector<std::int64_t> panel_widths(const LuProblem& problem);

/// The narrowest panels there are, and base panels without pivoting. Throws Error{invalid_argument} if there
/// is no LU factorization of the type.
std::int64_t least_panel_width(ElementType type);

}  // namespace hg
