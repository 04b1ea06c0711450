#pragma once

#include <vector>

#include "sparse/solve/solver_system.hpp"

namespace hg::sparse {

/// `degree` steps after z := D r: z becomes M r, M being a positive constant times p(D A) D. 1 - x p(x) is
/// the polynomial of Chebyshev that is small from `largest` / 30 to 1.1 `largest`, the largest eigenvalue of
/// D A: M is Hermitian and positive definite if A is.
std::vector<ChebyshevStep> chebyshev_steps(int degree, double largest);

/// The largest eigenvalue of the real symmetric matrix with this diagonal and these elements beside it, of
/// which there is one less.
double largest_of_tridiagonal(const std::vector<double>& diagonal, const std::vector<double>& beside);

/// The largest eigenvalue of D A, some percent too small: of the matrix that Lanczos' method makes in 12
/// steps from a random vector. D is the inverse of the diagonal, which is the system's preconditioner. Leaves
/// A and D in the devices' memory.
/// 1 if A is not positive definite so soon.
template <Element T>
double largest_eigenvalue(SolverSystem& system);

}  // namespace hg::sparse
