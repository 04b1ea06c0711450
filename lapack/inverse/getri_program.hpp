#pragma once

#include <hg/kernels/database.hpp>
#include <hg/lapack/inverse_problem.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Builds the program of A := U^-1 L^-1 P^T from the factors in A = P L U, for one device of a target: the
/// first of those with the earliest finish in simulation. n must be positive. If there are other devices, the
/// host device does nothing.
///
/// Matrix parameters:
///
///   - `A`: n x n; each of its elements is read once and written once.
///   - `columns` (i32, n x 1, read): which column of U^-1 L^-1 comes to each column of A, 0-based.
///
/// Throws Error{out_of_memory} if no device holds A together with a few of its block columns (see
/// holds_inverse()), and Error{device_failed} if no device supports the type. Thread-safe.
Program getri_program(const LuInverseProblem& problem, const Target& target,
                      const kernels::Database& database);

/// Returns true if a device of the target holds everything that getri_program() needs at the same time.
/// Throws Error{device_failed} if no device supports the type. Thread-safe.
bool holds_inverse(const LuInverseProblem& problem, const Target& target);

}  // namespace hg
