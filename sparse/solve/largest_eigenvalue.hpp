#pragma once

#include "sparse/solve/solver_program.hpp"

namespace hg::sparse {

/// The largest eigenvalue of D A, some percent too small: of the matrix that Lanczos' method makes in 12 steps from a random vector. D is
/// the inverse of the diagonal, which is the system's preconditioner. Leaves A and D in the devices' memory. 1 if A is not positive definite
/// so soon.
template <Element T>
double largest_eigenvalue(SolverSystem& system);

}  // namespace hg::sparse
