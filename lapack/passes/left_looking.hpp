#pragma once

#include <cstdint>

#include "lapack/passes/tile_operation.hpp"

namespace hg {

/// How a list becomes left-looking. All numbers are columns.
struct LeftLooking {
    std::int64_t first = 0;  ///< that the devices hold
    std::int64_t block = 1;  ///< columns that are loaded together
    std::int64_t ahead = 0;  ///< columns are loaded so many before those that are worked on
};

/// Orders operations column by column, in each from the top down, so that columns get all earlier updates
/// when their turn comes and are final soon. Operations by columns that an earlier pass over the matrix has
/// stored come first, column by column, so that each is loaded once.
///
/// Takes lists without permutations in which columns depend on those left of them alone.
TileOperations left_looking(TileOperations operations, const LeftLooking& how);

}  // namespace hg
