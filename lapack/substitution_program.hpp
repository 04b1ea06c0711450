#pragma once

#include <hg/kernels/database.hpp>
#include <hg/lapack/substitution_problem.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The program of X := op(A)^-1 X with the factors of A, without row interchanges. n and nrhs are positive. It runs on as
/// many devices as end soonest in simulation; a host device among others does nothing.
///
/// Matrix parameters:
///
///   - `A`: n x n, the factors, read: each element once if the devices' memory serves. Of Cholesky's factors a triangle and
///     the blocks on its diagonal are read;
///   - `X`: n x nrhs, read and written. It is also the way of right-hand sides from device to device, and best in pinned
///     memory.
///
/// Throws Error{out_of_memory} if X and not even narrow block columns of A fit. Thread-safe.
Program substitution_program(const SubstitutionProblem& problem, const Target& target,
                             const kernels::Database& database);

}  // namespace hg
