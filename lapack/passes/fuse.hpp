#pragma once

#include <cstdint>

#include "lapack/passes/tile_operation.hpp"

namespace hg {

/// Which updates are fused. All numbers are columns of the matrix, so that the order of sums does not depend
/// on the devices.
struct FusedUpdates {
    std::int64_t depth = 0;  ///< of a fused update: it begins at a multiple of this
    std::int64_t limit = 0;  ///< updates by columns from this one on are not fused
    std::int64_t distance =
        0;  ///< from the first column of a fused update to the first that it is applied to
};

/// Fuses solves from the left and updates of one tile into deeper ones: A - L1 U1 - L2 U2 = A - [L1 L2] [U1;
/// U2], where U1 and U2 come from one solve with both triangles. A fused update ends before the columns that
/// it is applied to. Takes lists without permutations.
TileOperations fuse_updates(const TileOperations& operations, const FusedUpdates& fused);

}  // namespace hg
