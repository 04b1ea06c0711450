#pragma once

#include <cstdint>
#include <vector>

#include "lapack/passes/tile_operation.hpp"

namespace hg {

/// Divides all operations but factor by the columns that they write, at `bounds`, which are in ascending
/// order. The operations by one panel then go column by column.
TileOperations divide_columns(const TileOperations& operations, const std::vector<std::int64_t>& bounds);

}  // namespace hg
