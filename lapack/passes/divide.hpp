#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "lapack/passes/tile_operation.hpp"

namespace hg {

/// Says which operations a pass divides.
using DividedOperations = std::function<bool(const TileOperation&)>;

/// Divides operations but factor by the columns that they write, at `bounds`, which are in ascending order.
/// The operations by one panel then go column by column.
TileOperations divide_columns(
    const TileOperations& operations, const std::vector<std::int64_t>& bounds,
    const DividedOperations& divided = [](const TileOperation&) { return true; });

/// Divides updates of trapezoids into their diagonal block, which can be factored then, and the rows below.
TileOperations divide_diagonal_blocks(const TileOperations& operations, const DividedOperations& divided);

/// The operations that write some of these columns.
TileOperations writing(const TileOperations& operations, const Span& columns);

/// The multiples of a width between 0 and `end`.
std::vector<std::int64_t> multiples(std::int64_t width, std::int64_t end);

}  // namespace hg
