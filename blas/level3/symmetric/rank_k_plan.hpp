#pragma once

#include <cstdint>
#include <vector>

#include <hg/blas/tiling.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// How a symmetric update is divided.
struct RankKPlan {
    BlockBounds blocks;  ///< of C, rows and columns alike
    /// The devices that compute tiles: owners[s][t] for the tile that blocks s and t <= s of op(A) make. Blocks are counted from the
    /// first, for the upper triangle from the last one.
    std::vector<std::vector<DeviceIndex>> owners;
};

}  // namespace hg
