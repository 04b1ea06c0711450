#pragma once

#include "sparse/residual/extent.hpp"
#include <hg/sparse/sparse_matrix.hpp>

namespace hg::sparse {

/// e such that inner products of vectors with 2^-e A times them stay within T's range: 0 unless A's largest
/// element is far from 1.
template <Element T>
int exponent_of_matrix(const Extent& A) noexcept;

/// 2^-exponent A. For exponent 0 it shares the arrays of A; otherwise it has its own.
template <Element T>
SparseMatrix<T> scaled_matrix(const SparseMatrix<T>& A, int exponent);

}  // namespace hg::sparse
