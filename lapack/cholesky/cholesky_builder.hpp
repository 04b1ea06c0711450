#pragma once

#include "lapack/cholesky/cholesky_layout.hpp"
#include <hg/kernels/database.hpp>
#include <hg/lapack/cholesky_problem.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The program of a Cholesky factorization that is divided in this way, as potrf_program() has it. Throws
/// Error{out_of_memory} if it does not fit the devices.
Program cholesky_program(const CholeskyProblem& problem, const CholeskyLayout& layout, const Target& target,
                         const kernels::Database& database);

}  // namespace hg
