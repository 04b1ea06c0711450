#pragma once

#include <cstddef>

#include <hg/kernels/database.hpp>
#include <hg/lapack/lu_problem.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// getrf_program() on the first `most_devices` that hold columns, or on all if there are fewer. If memory is
/// scarce, they hold fewer columns at once, and at last narrower ones.
Program lu_program(const LuProblem& problem, const Target& target, const kernels::Database& database,
                   std::size_t most_devices);

}  // namespace hg
