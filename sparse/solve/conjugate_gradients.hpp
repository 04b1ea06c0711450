#pragma once

#include "sparse/solve/solver_call.hpp"

namespace hg::sparse {

/// solve_cg() on arguments that were checked.
template <Element T>
SolveReport conjugate_gradients(const SolverArguments<T>& arguments);

/// The program of `count` iterations, which has `slots` numbers rr: `count` or more.
template <Element T>
Program cg_iterations(const SolverLayout& layout, std::int64_t count, std::int64_t slots);

}  // namespace hg::sparse
