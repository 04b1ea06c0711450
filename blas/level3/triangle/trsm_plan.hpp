#pragma once

#include <cstdint>
#include <vector>

#include "blas/tiles/device_grid.hpp"
#include <hg/blas/trsm_program.hpp>

namespace hg {

/// How a triangular solve is divided: which device solves for which columns of B (Side::left; rows for
/// Side::right), in which blocks.
struct TrsmPlan {
    std::vector<DevicePart> parts;  ///< disjoint, together all of B
    /// Order of the diagonal blocks of A that are inverted. A rule of sizes and memory alone: the bits of a
    /// result depend on it, and must not on the number of devices.
    std::int64_t block = 0;
    std::int64_t strip = 0;  ///< columns of B (rows) that are solved for together, at most
};

/// The plan that is simulated to end soonest, found among: the fastest devices in any number, with strips of
/// several widths. Of equal ones the one with fewer devices is taken. Throws Error{out_of_memory} if not
/// even narrow strips fit a device, Error{invalid_argument} if no device computes in that type,
/// Error{device_lost} if none is available.
TrsmPlan plan_trsm(const TrsmProblem& problem, const Target& target, const kernels::Database& database);

/// The program for one plan; see trsm_program() in trsm_program.hpp.
Program trsm_program(const TrsmProblem& problem, const TrsmPlan& plan, const Target& target,
                     const kernels::Database& database);

}  // namespace hg
