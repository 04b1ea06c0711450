#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sparse/spmv/placement.hpp"

namespace hg::sparse {

/// How the rows of a device are cut.
struct BlockLimits {
    std::int64_t most = kMostResident;  ///< nonzeros of a block
    std::int64_t least_inner = std::int64_t{1}
                               << 20;  ///< nonzeros of inner rows that are worth a product of their own
};

/// The rows of each block of a device: first the inner rows, whose products need no other device's elements,
/// then those before and behind them. There are no inner rows apart if they have less than half of the
/// nonzeros, or the format makes sums depend on where blocks begin. Blocks begin kPlaceUnit rows apart from
/// the device's first row.
template <Element T>
std::vector<RowRange> solver_blocks(const SparseMatrix<T>& A, const RowRange& own, SparseFormat format,
                                    const BlockLimits& limits);

/// The needed columns and all of the device's own rows, these as one range: a vector's own part stands within
/// what a product reads.
ColumnRanges with_own_rows(const ColumnRanges& needed, const RowRange& own);

/// Which range holds the own rows.
const ColumnRange& own_range(const DeviceRows& device);

/// Rows of a device that others need, in few ranges which begin kPlaceUnit rows apart from its first one.
std::vector<RowRange> rows_for_others(const std::vector<DeviceRows>& devices, std::size_t d);

}  // namespace hg::sparse
