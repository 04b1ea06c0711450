#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>
#include <hg/sparse/host_array.hpp>

namespace hg {

/// Compressed sparse rows, in the form in which an owner of memory passes them to hg. Only one of the two
/// column arrays is used: `column` if cols < 2^31, otherwise `wide_column`.
template <Element T>
struct CsrArrays {
    std::int64_t rows = 0;  ///< rows of the matrix
    std::int64_t cols = 0;  ///< columns of the matrix
    HostArray<std::int64_t>
        row_start;  ///< rows + 1 numbers: row i has the nonzeros row_start[i], ..., row_start[i + 1] - 1
    HostArray<std::int32_t> column;       ///< column of each nonzero, or empty
    HostArray<std::int64_t> wide_column;  ///< column of each nonzero, or empty
    HostArray<T> value;                   ///< value of each nonzero
};

}  // namespace hg
