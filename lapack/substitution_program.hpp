#pragma once

#include <hg/kernels/database.hpp>
#include <hg/lapack/substitution_problem.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Builds the program of X := op(A)^-1 X with the factors of A, without row interchanges. n and nrhs must be
/// positive. It runs on the number of devices with the earliest finish in simulation. If there are other
/// devices, the host device does nothing.
///
/// Matrix parameters:
///
///   - `A`: n x n, the factors, read: each element once if the devices' memory suffices. For Cholesky
///     factors, one triangle and the diagonal blocks are read;
///   - `X`: n x nrhs, read and written. Right-hand sides also pass through `X` from device to device, so it
///     is best in pinned memory.
///
/// Throws Error{out_of_memory} if X together with even narrow block columns of A does not fit. Thread-safe.
Program substitution_program(const SubstitutionProblem& problem, const Target& target,
                             const kernels::Database& database);

}  // namespace hg
