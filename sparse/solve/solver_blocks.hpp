#pragma once

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

/// The rows of each block of a device: first the inner rows, whose products need no other device's elements, then those before and behind
/// them. There are no inner rows apart if they have less than half of the nonzeros, or the format makes sums depend on where blocks begin.
/// Blocks begin kPlaceUnit rows apart from the device's first row.
template <Element T>
std::vector<RowRange> solver_blocks(const SparseMatrix<T>& A, const RowRange& own, SparseFormat format,
                                    const BlockLimits& limits);

}  // namespace hg::sparse
