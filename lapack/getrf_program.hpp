#pragma once

#include <cstdint>
#include <string>

#include <hg/kernels/database.hpp>
#include <hg/lapack/getrf.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// An LU factorization as a program sees it: everything but the pointers and the leading dimension.
struct LuProblem {
    ElementType type = ElementType::f64;
    std::int64_t m = 0;
    std::int64_t n = 0;
    Pivoting pivoting = Pivoting::partial;
    bool pinned = false;  ///< A lies in pinned memory

    /// Equal problems have equal keys.
    [[nodiscard]] std::string key() const;
};

/// The program of A = P L U for the devices of a target. A host device among others holds no columns, but it
/// factors the panels that it factors sooner than they do. m and n are positive.
///
/// Matrix parameters, with w the columns of a panel:
///
///   - `A`: m x n, read and written;
///   - `pivots`, unless pivoting is `none`: i32, w x ceil(min(m, n) / w), written. Row k w + i was
///     interchanged with row k w + pivots[i, k], counted from 0;
///   - `moves` (i32) and `exchange` (of the type of A), if panels go from device to device: workspaces.
///     `exchange` is best in pinned memory.
///
/// Throws Error{out_of_memory} if not even small blocks fit. Thread-safe.
Program getrf_program(const LuProblem& problem, const Target& target, const kernels::Database& database);

}  // namespace hg
