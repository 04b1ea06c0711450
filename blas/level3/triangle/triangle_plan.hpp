#pragma once

#include <cstdint>
#include <vector>

#include "blas/tiles/device_grid.hpp"

namespace hg {

/// Shares of the devices' free memory that blocks stay in between uses. Slots come in a few sizes, so a
/// budget in bytes can miss by a little: then a program takes the next share.
inline constexpr double kKeptShares[]{1.0, 0.7, 0.4, 0.2, 0.0};

/// How a solve with a triangle, or a product with one, is divided: which device makes which columns of B
/// (Side::left; rows for Side::right), in which blocks.
struct TrianglePlan {
    std::vector<DevicePart> parts;  ///< disjoint, together all of B
    /// Order of the diagonal blocks of A. A rule of sizes and memory alone: the bits of a result depend on
    /// it, and must not on the number of devices.
    std::int64_t block = 0;
    std::int64_t strip = 0;  ///< columns of B (rows) that are made together, at most
};

}  // namespace hg
