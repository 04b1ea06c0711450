#pragma once

#include "sparse/solve/solver_call.hpp"

namespace hg::sparse {

/// solve_cg() on arguments that were checked.
template <Element T>
SolveReport conjugate_gradients(const SolverArguments<T>& arguments);

}  // namespace hg::sparse
