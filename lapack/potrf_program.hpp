#pragma once

#include <hg/kernels/database.hpp>
#include <hg/lapack/cholesky_problem.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Builds the program of A = L L^T or A = U^T U for the devices of a target. n must be positive. If there are
/// other devices, the host device does nothing.
///
/// Matrix parameters:
///
///   - `A`: n x n, one triangle read and written. If a leading minor is not positive definite, its order is
///     the first i (1-based) for which A(i, i) is then not positive, or NaN;
///   - `info` (i32, 1 row) and `exchange` (of the type of A), if several devices take part: workspaces.
///     `exchange` is best in pinned memory.
///
/// Throws Error{out_of_memory} if even small blocks do not fit. Thread-safe.
Program potrf_program(const CholeskyProblem& problem, const Target& target,
                      const kernels::Database& database);

}  // namespace hg
