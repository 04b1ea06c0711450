#pragma once

#include <cstdint>
#include <span>

#include "lapack/common/block_columns.hpp"
#include "lapack/passes/tile_operation.hpp"

namespace hg {

/// Where a matrix is worked on.
struct Distribution {
    std::span<const BlockColumn> blocks;  ///< with their devices
    Span held;                            ///< columns, whole block columns, that the devices hold together
    std::int64_t unit = 1;                ///< columns that are loaded together
};

/// Places operations on columns that the devices hold, each on the device of the columns that it writes. Adds
/// loads of the rows that are written, which come first, and copies of panels to other devices: behind the
/// last operation on a panel, of the rows that the other device reads.
TileOperations distribute(const TileOperations& operations, const Distribution& distribution);

}  // namespace hg
