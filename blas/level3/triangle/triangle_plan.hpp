#pragma once

#include <cstdint>
#include <vector>

#include "blas/tiles/device_grid.hpp"

namespace hg {

/// Shares of the devices' free memory in which blocks remain resident between uses. Slots have only a few
/// sizes, so a plan may exceed its budget by a little; then the program uses the next share.
inline constexpr double kKeptShares[]{1.0, 0.7, 0.4, 0.2, 0.0};

/// How a solve or a product with a triangle is divided: which device computes which columns of B (Side::left;
/// rows for Side::right), in which blocks.
struct TrianglePlan {
    std::vector<DevicePart> parts;  ///< disjoint, together all of B
    /// Order of the diagonal blocks of A. It depends only on sizes and memory, not on the number of devices,
    /// because the bits of a result depend on it.
    std::int64_t block = 0;
    std::int64_t strip = 0;  ///< the most columns (rows) of B that are computed together
};

}  // namespace hg
