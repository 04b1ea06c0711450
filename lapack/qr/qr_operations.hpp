#pragma once

#include <vector>

#include "lapack/common/block_layout.hpp"
#include "lapack/passes/tile_operation.hpp"

namespace hg {

/// The textbook's QR factorization after all passes: a list of operations for each pass over the matrix, in
/// the order in which the devices get them (docs/decisions/0035).
std::vector<TileOperations> qr_operations(const BlockLayout& layout);

}  // namespace hg
