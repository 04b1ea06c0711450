#pragma once

#include <cstddef>
#include <vector>

#include "sparse/spmv/placement.hpp"

namespace hg::sparse {

/// The needed columns and all of the device's own rows, these as one range: a vector's own part stands within what a product reads.
ColumnRanges with_own_rows(const ColumnRanges& needed, const RowRange& own);

/// Which range holds the own rows.
const ColumnRange& own_range(const DeviceRows& device);

/// Rows of a device that others need, in few ranges which begin kPlaceUnit rows apart from its first one.
std::vector<RowRange> rows_for_others(const std::vector<DeviceRows>& devices, std::size_t d);

}  // namespace hg::sparse
