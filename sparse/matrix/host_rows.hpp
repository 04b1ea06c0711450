#pragma once

#include <cstdint>

#include <hg/sparse/sparse_matrix.hpp>

namespace hg::sparse {

/// y := alpha A x + beta y for rows from `first` to `last` - 1, whose elements of y begin at y[first]. alpha
/// is not 0.
template <Element T>
void host_rows(const SparseMatrix<T>& A, std::int64_t first, std::int64_t last, T alpha, const T* x, T beta,
               T* y);

/// y := beta y; beta = 0 does not read it, beta = 1 leaves it.
template <Element T>
void host_scale(T beta, std::int64_t n, T* y);

}  // namespace hg::sparse
