#pragma once

#include <vector>

#include "lapack/cholesky/cholesky_layout.hpp"
#include "lapack/passes/tile_operation.hpp"

namespace hg {

/// The textbook's Cholesky factorization after all passes: a list of operations for each pass over the
/// matrix, in the order in which the devices get them (docs/decisions/0034).
std::vector<TileOperations> cholesky_operations(const CholeskyLayout& layout);

}  // namespace hg
