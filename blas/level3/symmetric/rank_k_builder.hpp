#pragma once

#include <cstdint>
#include <vector>

#include <hg/blas/rank_k_program.hpp>
#include <hg/blas/tiling.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// How a symmetric update is divided.
struct RankKPlan {
    BlockBounds blocks;  ///< blocks of both the rows and the columns of C
    /// The devices that compute tiles: owners[s][t] for the tile of blocks s and t <= s of op(A). Blocks are
    /// counted from the first, or from the last for the upper triangle.
    std::vector<std::vector<DeviceIndex>> owners;
};

/// Returns the largest inner dimension of a product, by a rule that does not depend on the number of devices.
std::int64_t rank_k_depth(const RankKProblem& problem, const Target& target);

/// Builds the program of a plan. Throws Error{out_of_memory} if it does not fit.
Program rank_k_program(const RankKProblem& problem, const RankKPlan& plan, const Target& target,
                       const kernels::Database& database);

}  // namespace hg
