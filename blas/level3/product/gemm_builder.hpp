#pragma once

#include <cstdint>
#include <vector>

#include "blas/cost/plan.hpp"
#include "blas/level3/product/gemm_blocks.hpp"
#include "blas/tiles/device_grid.hpp"
#include <hg/blas/gemm_problem.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// How a GEMM is divided: which device computes which rectangle of C, in which blocks, in which order.
struct GemmPlan {
    std::vector<DevicePart> parts;  ///< disjoint, together all of C
    GemmBlocks blocks;
    /// Blocks of C that a device updates together, for each k block in turn. A loaded block of A is therefore
    /// used window_cols times, and a block of B window_rows times.
    std::int64_t window_rows = 1;
    std::int64_t window_cols = 1;

    bool operator==(const GemmPlan&) const = default;
};

/// Returns the plan that is fastest in simulation, with its program. The candidates are: any number of the
/// fastest devices, in grids with any number of columns, with blocks and windows of many sizes (steepest
/// descent over doublings). One more device never makes it slower in simulation, because all plans without it
/// remain candidates. Of equal plans, the one with fewer devices wins. If problem.block is given, all devices
/// use that block, in one column. Throws what largest_gemm_tile() throws.
Planned<GemmPlan> plan_gemm(const GemmProblem& problem, const Target& target,
                            const kernels::Database& database);

/// Builds the program of a plan; see <hg/blas/gemm_program.hpp>.
Program gemm_program(const GemmProblem& problem, const GemmPlan& plan, const Target& target,
                     const kernels::Database& database);

}  // namespace hg
