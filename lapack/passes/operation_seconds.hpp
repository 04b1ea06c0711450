#pragma once

#include <cstddef>

#include "lapack/passes/tile_operation.hpp"
#include <hg/runtime/program/element.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// What the times of operations depend on beside their tiles.
struct OperationCosts {
    const Target& target;
    ElementType type = ElementType::f64;
    std::size_t devices = 1;       ///< that work at the same time
    bool pinned = false;           ///< the matrix lies in pinned memory
    double seconds_of_column = 0;  ///< of a panel, beside its arithmetic
};

/// About how long an operation takes.
double operation_seconds(const TileOperation& operation, const OperationCosts& costs);

}  // namespace hg
