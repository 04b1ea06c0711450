#pragma once

#include <cstdint>

#include "lapack/passes/tile_operation.hpp"

namespace hg {

/// A = Q R for m x n elements by panels of `width` columns, right-looking (E. Anderson and J. Dongarra,
/// LAPACK Working Note 19, 1990).
TileOperations geqrf_definition(std::int64_t m, std::int64_t n, std::int64_t width);

}  // namespace hg
