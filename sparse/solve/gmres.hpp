#pragma once

#include "sparse/solve/solver_call.hpp"

namespace hg::sparse {

/// solve_gmres() on arguments that were checked.
template <Element T>
SolveReport gmres(const SolverArguments<T>& arguments);

}  // namespace hg::sparse
