#pragma once

#include <hg/kernels/database.hpp>
#include <hg/lapack/lu_problem.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Builds the program of A = P L U for the devices of a target. If there are other devices, the host device
/// holds no columns, but it factors those panels for which it is faster. m and n must be positive.
///
/// Matrix parameters, where w is the number of columns of a panel:
///
///   - `A`: m x n, read and written;
///   - `B` and `X`, if there are right-hand sides: n x nrhs; B is read, X := A^-1 B is written. Right-hand
///     sides also pass through `X` from device to device, so it is best in pinned memory;
///   - `pivots`, unless pivoting is `none`: i32, w x ceil(min(m, n) / w), written. With 0-based indices, row
///     k w + i was interchanged with row k w + pivots[i, k];
///   - `moves` (i32) and `exchange` (of the type of A), if panels travel between devices: workspaces.
///     `exchange` is best in pinned memory.
///
/// Throws Error{out_of_memory} if even small blocks do not fit, or if there are right-hand sides and the
/// devices do not hold all of A at the same time: see holds_all_of(). Thread-safe.
Program getrf_program(const LuProblem& problem, const Target& target, const kernels::Database& database);

/// Returns true if the devices of a target hold all of A and B at the same time, which a program with
/// right-hand sides requires.
bool holds_all_of(const LuProblem& problem, const Target& target);

}  // namespace hg
