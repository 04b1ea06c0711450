#pragma once

#include "sparse/formats/csr_block.hpp"

namespace hg::sparse {

/// All rows equally wide: nonzero j of row r lies at r + j rows. Unused places have column -1 and value 0.
template <Element T>
struct EllArrays {
    std::int64_t rows = 0, cols = 0;
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

}  // namespace hg::sparse
