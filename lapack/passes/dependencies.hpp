#pragma once

#include <cstdint>
#include <vector>

#include "lapack/passes/tile_operation.hpp"

namespace hg {

/// What operations of a list wait for. All that an operation waits for stands before it.
struct OperationDependencies {
    std::vector<std::uint32_t> awaited;                 ///< how many others each operation waits for
    std::vector<std::vector<std::uint32_t>> followers;  ///< those that wait for an operation
};

/// Derives the dependencies of a list by one rule: an operation waits for the last writers of what it reads
/// or writes, and for the readers since of what it writes. Each device has its own copy of the matrix.
OperationDependencies dependencies(const TileOperations& operations);

}  // namespace hg
