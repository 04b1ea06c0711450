#pragma once

#include <cstdint>
#include <limits>

#include <hg/sparse/csr_arrays.hpp>

/// Compressed sparse rows whose arrays are not checked yet, or are known to be right.
namespace hg::sparse {

/// Whether columns of a matrix take 64 bits.
constexpr bool has_wide_columns(std::int64_t cols) noexcept {
    return cols > std::numeric_limits<std::int32_t>::max();
}

/// Arrays without values: all but row_start are of `nonzeros` elements.
template <Element T>
CsrArrays<T> unset_csr(std::int64_t rows, std::int64_t cols, std::int64_t nonzeros) {
    CsrArrays<T> made;
    made.rows = rows;
    made.cols = cols;
    made.row_start = HostArray<std::int64_t>(rows + 1);
    if (has_wide_columns(cols))
        made.wide_column = HostArray<std::int64_t>(nonzeros);
    else
        made.column = HostArray<std::int32_t>(nonzeros);
    made.value = HostArray<T>(nonzeros);
    return made;
}

/// work(columns), with the array of columns that is used.
template <class Arrays, class Work>
decltype(auto) with_columns(Arrays& arrays, const Work& work) {
    if (has_wide_columns(arrays.cols)) return work(arrays.wide_column.data());
    return work(arrays.column.data());
}

}  // namespace hg::sparse
