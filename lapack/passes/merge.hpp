#pragma once

#include <cstdint>
#include <vector>

#include "lapack/passes/tile_operation.hpp"

namespace hg {

/// Joins operations that do the same to neighbouring columns, one soon after the other in one queue, into
/// wide ones, which take fewer launches. No operation reaches across `bounds`, which are in ascending order.
TileOperations merge_columns(const TileOperations& operations, const std::vector<std::int64_t>& bounds);

}  // namespace hg
