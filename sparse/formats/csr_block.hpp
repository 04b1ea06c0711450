#pragma once

#include <cstdint>
#include <limits>

#include "sparse/formats/column_ranges.hpp"
#include <hg/sparse/sparse_matrix.hpp>

namespace hg::sparse {

/// Indices on devices have 32 bits: what is more is cut into several blocks.
inline constexpr std::int64_t kMostOnDevice = std::numeric_limits<std::int32_t>::max();

/// Some rows of a matrix as devices keep them: compressed rows with indices of 32 bits, from 0 on.
template <Element T>
struct CsrBlock {
    std::int64_t rows = 0, cols = 0;
    HostArray<std::int32_t> row_start;  ///< rows + 1
    HostArray<std::int32_t> column;     ///< from 0 to cols - 1
    HostArray<T> value;
};

/// Rows of a matrix from `first` to `last` - 1.
struct RowRange {
    std::int64_t first = 0, last = 0;

    [[nodiscard]] std::int64_t size() const noexcept { return last - first; }
};

/// The block of some rows, whose columns count as they stand in `columns`. Throws Error{invalid_argument} if
/// rows, columns or nonzeros are more than kMostOnDevice, or nonzeros lie in other columns.
template <Element T>
CsrBlock<T> csr_block(const SparseMatrix<T>& A, const RowRange& rows, const ColumnRanges& columns);

/// The block of all rows and columns.
template <Element T>
CsrBlock<T> csr_block(const SparseMatrix<T>& A) {
    return csr_block(A, {0, A.rows()}, ColumnRanges(0, A.cols()));
}

}  // namespace hg::sparse
