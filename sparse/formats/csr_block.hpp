#pragma once

#include <cstdint>
#include <limits>

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

/// A part of a matrix: rows from first_row to last_row - 1. Its nonzeros lie in columns from first_column to last_column - 1.
struct PartOfMatrix {
    std::int64_t first_row = 0, last_row = 0;
    std::int64_t first_column = 0, last_column = 0;
};

/// All of a matrix.
template <Element T>
PartOfMatrix whole(const SparseMatrix<T>& A) noexcept {
    return {0, A.rows(), 0, A.cols()};
}

/// The block of a part, whose columns count from first_column on. Throws Error{invalid_argument} if rows, columns or nonzeros are more
/// than kMostOnDevice, or nonzeros lie in other columns.
template <Element T>
CsrBlock<T> csr_block(const SparseMatrix<T>& A, const PartOfMatrix& part);

}  // namespace hg::sparse
