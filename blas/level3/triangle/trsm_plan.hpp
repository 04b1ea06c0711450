#pragma once

#include <cstdint>
#include <vector>

#include "blas/tiles/device_grid.hpp"

namespace hg {

/// How a triangular solve is divided: which device solves for which columns of B (Side::left; rows for
/// Side::right), in which blocks.
struct TrsmPlan {
    std::vector<DevicePart> parts;  ///< disjoint, together all of B
    /// Order of the diagonal blocks of A that are inverted. A rule of sizes and memory alone: the bits of a
    /// result depend on it, and must not on the number of devices.
    std::int64_t block = 0;
    std::int64_t strip = 0;  ///< columns of B (rows) that are solved for together, at most
};

}  // namespace hg
