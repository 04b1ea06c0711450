#pragma once

#include "sparse/formats/csr_block.hpp"

namespace hg::sparse {

/// Columns of nonzeros in some rows, in few ranges: what stands between two ranges is worth a transfer of its
/// own. At least one column, if the matrix has any. Places of ranges are such that windows of registers may
/// begin there.
template <Element T>
ColumnRanges needed_columns(const SparseMatrix<T>& A, const RowRange& rows);

/// Those of a device's columns between the first and the last one that some rows need, from which place of
/// all on.
struct BlockColumns {
    std::int64_t first_place = 0;  ///< a multiple of kPlaceUnit
    ColumnRanges columns;
};

template <Element T>
BlockColumns block_columns(const SparseMatrix<T>& A, const RowRange& rows, const ColumnRanges& of_device);

}  // namespace hg::sparse
