#pragma once

#include "kernels/sparse/spmv_choice.hpp"
#include <hg/sparse/sparse_matrix.hpp>

namespace hg::sparse {

/// The figures by which a matrix's kernel is chosen. Reads the lengths of all rows, which the matrix has, and the columns of some.
template <Element T>
kernels::SpmvFigures spmv_figures(const SparseMatrix<T>& A);

}  // namespace hg::sparse
