#pragma once

#include <cstdint>
#include <span>

#include <hg/sparse/host_array.hpp>

namespace hg::sparse {

/// Rows sorted by length within windows of `window` rows, the longest first: place p holds row order[p].
/// Equally long rows keep their order.
HostArray<std::int32_t> row_order(std::span<const std::int32_t> row_start, std::int64_t window);

}  // namespace hg::sparse
