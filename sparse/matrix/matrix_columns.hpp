#pragma once

#include <hg/sparse/sparse_matrix.hpp>

namespace hg::sparse {

/// work(columns), with the array of columns that the matrix has.
template <Element T, class Work>
decltype(auto) with_columns(const SparseMatrix<T>& A, const Work& work) {
    if (A.is_wide()) return work(A.wide_columns().data());
    return work(A.columns().data());
}

}  // namespace hg::sparse
