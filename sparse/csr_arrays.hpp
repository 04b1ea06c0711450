#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>
#include <hg/sparse/host_array.hpp>

namespace hg {

/// Compressed sparse rows as an owner of memory hands them over. Of the two arrays of columns one is used: `column` if
/// cols < 2^31, `wide_column` otherwise.
template <Element T>
struct CsrArrays {
    std::int64_t rows = 0;  ///< of the matrix
    std::int64_t cols = 0;  ///< of the matrix
    HostArray<std::int64_t>
        row_start;  ///< rows + 1: nonzeros of row i are those from row_start[i] to row_start[i + 1]
    HostArray<std::int32_t> column;       ///< column of each nonzero, or empty
    HostArray<std::int64_t> wide_column;  ///< column of each nonzero, or empty
    HostArray<T> value;                   ///< of each nonzero
};

}  // namespace hg
