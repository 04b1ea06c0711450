#pragma once

#include <cstdint>
#include <vector>

#include <hg/blas/rank_k_program.hpp>
#include <hg/blas/tiling.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// How a symmetric update is divided.
struct RankKPlan {
    BlockBounds blocks;  ///< of C, rows and columns alike
    /// The devices that compute tiles: owners[s][t] for the tile that blocks s and t <= s of op(A) make.
    /// Blocks are counted from the first, for the upper triangle from the last one.
    std::vector<std::vector<DeviceIndex>> owners;
};

/// Depth of a product, at most: a rule that does not ask for the number of devices.
std::int64_t rank_k_depth(const RankKProblem& problem, const Target& target);

/// The program of a plan. Throws Error{out_of_memory} if it does not fit.
Program rank_k_program(const RankKProblem& problem, const RankKPlan& plan, const Target& target,
                       const kernels::Database& database);

}  // namespace hg
