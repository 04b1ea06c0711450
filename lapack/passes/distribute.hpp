#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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

/// How devices that do not hold a matrix get what they need of it.
struct CopiesOnDemand {
    /// Loads stand before the operations of so many earlier loads: what follows them in a device's queue does
    /// not wait for tiles from other devices.
    std::size_t ahead = 0;
    std::function<bool(const Tile&)> is_kept;  ///< whether a tile stays on its device after its first use
};

/// Adds the copies that a list of solves and updates on devices needs. Their left factors, which no
/// operation writes, are loaded from host memory. What neighbouring operations read of the same columns is
/// loaded as one tile, because tall tiles are copied faster. The columns that are written are copied as a
/// whole to the device of the next operation: first from host memory, then from the device before.
TileOperations copy_on_demand(const TileOperations& operations, const CopiesOnDemand& how);

}  // namespace hg
