#pragma once

#include <hg/kernels/database.hpp>
#include <hg/lapack/lu_problem.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The program of A = P L U for the devices of a target. A host device among others holds no columns, but it
/// factors the panels that it factors sooner than they do. m and n are positive.
///
/// Matrix parameters, with w the columns of a panel:
///
///   - `A`: m x n, read and written;
///   - `B` and `X`, if there are right-hand sides: n x nrhs, read, and written with A^-1 B. `X` is also the way of right-hand
///     sides from device to device. It is best in pinned memory;
///   - `pivots`, unless pivoting is `none`: i32, w x ceil(min(m, n) / w), written. Row k w + i was
///     interchanged with row k w + pivots[i, k], counted from 0;
///   - `moves` (i32) and `exchange` (of the type of A), if panels go from device to device: workspaces.
///     `exchange` is best in pinned memory.
///
/// Throws Error{out_of_memory} if not even small blocks fit, or if there are right-hand sides and the devices do not hold all of A
/// at once: see holds_all_of(). Thread-safe.
Program getrf_program(const LuProblem& problem, const Target& target, const kernels::Database& database);

/// True if the devices of a target hold all of A and B at once, as a program with right-hand sides has to.
bool holds_all_of(const LuProblem& problem, const Target& target);

}  // namespace hg
