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
    std::int64_t rows = 0;                ///< of the matrix
    std::int64_t unit = 1;                ///< columns that come at once
};

/// The operations on columns that the devices hold, each on the device of the columns that it writes. Copies
/// of the columns from host memory come first. Behind each panel stand its copies to other devices that hold
/// columns right of it.
TileOperations distribute(const TileOperations& operations, const Distribution& distribution);

}  // namespace hg
