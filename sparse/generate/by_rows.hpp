#pragma once

#include <cstdint>

#include "sparse/matrix/csr.hpp"
#include "sparse/matrix/prefix_sum.hpp"
#include <hg/sparse/sparse_matrix.hpp>

namespace hg::sparse {

/// A matrix whose row i has length(i) nonzeros, which fill(i, column, value) sets, columns in ascending order. Both are called in
/// parallel and must not throw.
template <Element T, class Length, class Fill>
SparseMatrix<T> by_rows(std::int64_t rows, std::int64_t cols, const Length& length, const Fill& fill) {
    HostArray<std::int64_t> row_start(rows + 1);
    const std::int64_t nonzeros = prefix_sum(rows, length, row_start.data());
    CsrArrays<T> made = unset_csr<T>(rows, cols, nonzeros);
    made.row_start = std::move(row_start);
    with_columns(made, [&](auto* column) {
        for_rows(made.row_start.span(), [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t i = first; i < last; ++i)
                fill(i, column + made.row_start[i], made.value.data() + made.row_start[i]);
        });
    });
    return SparseMatrix<T>::adopt(std::move(made));
}

}  // namespace hg::sparse
