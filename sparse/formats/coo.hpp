#pragma once

#include "sparse/formats/csr_block.hpp"

namespace hg::sparse {

/// Nonzeros with their rows, in order of rows and then columns.
template <Element T>
struct CooArrays {
    std::int64_t rows = 0, cols = 0;
    HostArray<std::int32_t> row, column;
    HostArray<T> value;
};

/// The nonzeros of each row from number `width` on; all with width = 0.
template <Element T>
CooArrays<T> coo_of(const CsrBlock<T>& block, std::int64_t width = 0);

}  // namespace hg::sparse
