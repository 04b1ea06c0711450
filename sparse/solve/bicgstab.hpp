#pragma once

#include "sparse/solve/solver_call.hpp"

namespace hg::sparse {

/// solve_bicgstab() on arguments that were checked.
template <Element T>
SolveReport bicgstab(const SolverArguments<T>& arguments);

}  // namespace hg::sparse
