#pragma once

#include <cstdint>

#include "lapack/passes/tile_operation.hpp"

namespace hg {

/// A = P L U for m x n elements by panels of `width` columns, right-looking (E. Anderson and J. Dongarra,
/// LAPACK Working Note 19, 1990). `right_hand_sides` columns behind A become L^-1 P^T B.
TileOperations getrf_definition(std::int64_t m, std::int64_t n, std::int64_t right_hand_sides,
                                std::int64_t width);

}  // namespace hg
