#pragma once

#include <cstdint>
#include <vector>

#include "blas/level3/product/gemm_blocks.hpp"
#include "blas/tiles/device_grid.hpp"

namespace hg {

/// How a GEMM is divided: which device computes which rectangle of C, in which blocks, in which order.
struct GemmPlan {
    std::vector<DevicePart> parts;  ///< disjoint, together all of C
    GemmBlocks blocks;
    /// Blocks of C that a device works on together: for each k block, all of them take their turn. So a block
    /// of A is used window_cols times as soon as it is there, and a block of B window_rows times.
    std::int64_t window_rows = 1;
    std::int64_t window_cols = 1;
};

}  // namespace hg
