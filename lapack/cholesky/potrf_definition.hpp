#pragma once

#include <cstdint>

#include "lapack/passes/tile_operation.hpp"

namespace hg {

/// A = L L^H for an n x n matrix of which the lower triangle is given, by diagonal blocks of `width` columns,
/// right-looking (E. Anderson and J. Dongarra, LAPACK Working Note 19, 1990).
TileOperations potrf_definition(std::int64_t n, std::int64_t width);

}  // namespace hg
