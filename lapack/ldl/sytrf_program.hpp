#pragma once

#include "lapack/ldl/ldl_problem.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The program of A = L D L^T, L D L^H, U D U^T or U D U^H, for the first device of a target that computes in
/// the type; a host device among others does nothing. n is positive.
///
/// Matrix parameters:
///
///   - `A`: n x n, one triangle read and written;
///   - `pivots` (i32, n x 1): written, LAPACK's ipiv.
///
/// Throws Error{out_of_memory} if the device does not hold A. Thread-safe.
Program sytrf_program(const LdlProblem& problem, const Target& target, const kernels::Database& database);

}  // namespace hg
