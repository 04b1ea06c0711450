#pragma once

#include "sparse/solve/solver_call.hpp"

namespace hg::sparse {

/// solve_cg() on arguments that were checked.
template <Element T>
SolveReport conjugate_gradients(const SolverArguments<T>& arguments);

/// The program of `count` iterations, which has `slots` numbers rr: `count` or more.
Program cg_iterations(const SolverLayout& layout, std::int64_t count, std::int64_t slots);

/// solve_bicgstab() likewise.
template <Element T>
SolveReport bicgstab(const SolverArguments<T>& arguments);

/// solve_gmres() likewise.
template <Element T>
SolveReport gmres(const SolverArguments<T>& arguments);

}  // namespace hg::sparse
