#pragma once

#include <cstdint>
#include <vector>

#include <hg/blas/tiling.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// How a symmetric update is divided.
struct RankKPlan {
    BlockBounds blocks;               ///< of C, rows and columns alike
    std::vector<DeviceIndex> owners;  ///< the device that computes each block row (uplo: upper: column)
};

}  // namespace hg
