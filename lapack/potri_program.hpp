#pragma once

#include <hg/kernels/database.hpp>
#include <hg/lapack/inverse_problem.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The program of A := (L L^T)^-1, or (U^T U)^-1, by the factor in A, for one device of a target: the first of those that
/// end soonest in simulation. n is positive. A host device among others does nothing.
///
/// Matrix parameters:
///
///   - `A`: n x n, one triangle, of which each element is read once and written once.
///
/// Throws Error{out_of_memory} if no device holds A with a few of its block columns: see holds_inverse(), and
/// Error{device_failed} if no device computes in the type. Thread-safe.
Program potri_program(const InverseProblem& problem, const Target& target, const kernels::Database& database);

/// Whether a device of the target holds all that potri_program() needs at once. Throws Error{device_failed} if no device
/// computes in the type. Thread-safe.
bool holds_inverse(const InverseProblem& problem, const Target& target);

}  // namespace hg
