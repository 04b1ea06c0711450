#pragma once

#include <cstdint>
#include <functional>

#include "lapack/passes/tile_operation.hpp"

namespace hg {

/// What list scheduling knows of operations and of the machine.
struct ListScheduleOptions {
    std::function<double(const TileOperation&)> seconds;
    std::int64_t step = 1;  ///< columns of A that are factored before the rest is updated by them
    /// While columns arrive at a device and panels before this column are factored, the device takes the
    /// leftmost operation, up to the panel behind the next one.
    std::int64_t left_looking = 0;
    /// Columns arrive in between the panels from other devices. If false, all columns come first.
    bool loads_in_between = true;
};

/// Orders operations by list scheduling: a simulated queue that is free takes an operation that is ready, if
/// possible one that the next step's panels wait for, else the first of the list. Panels are factored one
/// step ahead of the updates that a device works on. If options say so, the order is left-looking until all
/// columns have arrived, and then right-looking; so updates begin with the first columns, and rows are final
/// early.
///
/// Operations that depend on each other keep their order. Copies of a panel to other devices stand before the
/// next factor operation.
TileOperations list_schedule(const TileOperations& operations, const ListScheduleOptions& options);

}  // namespace hg
