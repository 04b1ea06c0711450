#pragma once

#include <cstdint>
#include <string>

#include "kernels/database.hpp"
#include "lapack/getrf.hpp"
#include "runtime/program/program.hpp"
#include "runtime/program/target.hpp"

namespace hg {

/// An LU factorization as a program sees it: all but pointers and the leading dimension.
struct LuProblem {
    ElementType type = ElementType::f64;
    std::int64_t m = 0;
    std::int64_t n = 0;
    Pivoting pivoting = Pivoting::partial;
    bool pinned = false;  ///< A lies in pinned memory

    /// Equal problems have equal keys.
    [[nodiscard]] std::string key() const;
};

/// The program of A = P L U for the devices of a target; a host device among others holds no columns, but
/// factors the panels where it does that sooner. Matrix parameters are A (m x n, read and written) and,
/// unless pivoting is `none`, `pivots` (i32, w x ceil(min(m, n) / w), written), w being the columns of a
/// panel: row k w + i was interchanged with row k w + pivots[i, k], counted from 0. Where panels go from
/// device to device there are `moves` (i32) and `exchange` (as A; best in pinned memory), workspaces. m, n >
/// 0. Throws Error{out_of_memory} where not even small blocks fit.
Program getrf_program(const LuProblem& problem, const Target& target, const kernels::Database& database);

}  // namespace hg
