#pragma once

#include "sparse/formats/csr_block.hpp"

/// The formats in which devices keep a block.
namespace hg::sparse {

/// Nonzeros with their rows, in order of rows and then columns.
template <Element T>
struct CooArrays {
    std::int64_t rows = 0;
    HostArray<std::int32_t> row, column;
    HostArray<T> value;
};

/// The nonzeros of each row from number `width` on; all with width = 0.
template <Element T>
CooArrays<T> coo_of(const CsrBlock<T>& block, std::int64_t width = 0);

/// All rows equally wide: nonzero j of row r lies at r + j rows. Unused places have column -1 and value 0.
template <Element T>
struct EllArrays {
    std::int64_t rows = 0;
    std::int64_t width = 0;          ///< of the longest row, or what was asked for
    HostArray<std::int32_t> column;  ///< rows x width, column-major
    HostArray<T> value;              ///< likewise
};

/// The first `width` nonzeros of each row. Throws Error{invalid_argument} for more than kMostOnDevice places.
template <Element T>
EllArrays<T> ell_of(const CsrBlock<T>& block, std::int64_t width);

/// The length of the longest row.
template <Element T>
std::int64_t longest_row(const CsrBlock<T>& block);

/// SELL-C-sigma (Kreutzer and others, 2014): rows sorted by length within windows of sigma rows, then cut
/// into slices of C rows, each as wide as its longest row. Nonzero j of row r of slice s lies at
/// slice_start[s] + j C + r. Unused places have column -1 and value 0; so have the rows that the last slice
/// has too many.
template <Element T>
struct SellArrays {
    std::int64_t rows = 0;
    std::int64_t slice_rows = 1;          ///< C
    HostArray<std::int32_t> slice_start;  ///< slices + 1, in places
    HostArray<std::int32_t> row_order;    ///< row row_order[p] stands at place p
    HostArray<std::int32_t> column;
    HostArray<T> value;
};

/// Rows of the block in slices of `slice_rows`, sorted within windows of `window` rows (sigma), the longest
/// first; equally long rows keep their order, and so do all rows with a window of 1. Both are 1 or more.
/// Throws Error{invalid_argument} for more than kMostOnDevice places. Of each row the first `most` nonzeros
/// alone are in it.
template <Element T>
SellArrays<T> sell_of(const CsrBlock<T>& block, std::int64_t slice_rows, std::int64_t window,
                      std::int64_t most = kMostOnDevice);

}  // namespace hg::sparse
