#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "lapack/passes/tile_operation.hpp"

namespace hg {

/// Which tiles are stored when no later operation of a list writes them.
struct FinalTiles {
    std::vector<Span> units{};  ///< columns, in ascending order, that are stored together
    /// rows_before(row, columns): of a unit's final rows, which end with this one, how many are stored before
    /// the others are. If empty, all rows are stored together.
    std::function<std::int64_t(std::int64_t, const Span&)> rows_before{};
    bool before_exchanges = false;  ///< stores come before copies of the same columns to other devices
};

/// Adds stores behind the operations that make tiles final.
TileOperations store_final(const TileOperations& operations, const FinalTiles& final_tiles);

}  // namespace hg
