#pragma once

#include <span>
#include <type_traits>

#include <hg/sparse/sparse_matrix.hpp>

namespace hg {

/// Computes y := alpha op(A) x + beta y on the host, directly from the definition: the sum for each element
/// runs over the nonzeros in their order. Products on devices are compared with this one.
///
/// @param op           A, A^T or A^H; for A^T and A^H, the function first builds the transposed matrix
/// @param alpha, beta  if alpha = 0, A and x are not read; if beta = 0, y is not read
/// @param x            as many elements as op(A) has columns
/// @param y            as many elements as op(A) has rows; must not overlap x (unless alpha = 0) or arrays of
///                     A that were adopted
///
/// Throws Error{invalid_argument} if vectors have other lengths or y overlaps, before anything is touched.
/// Thread-safe; uses the process's threads for loops.
template <Element T>
void host_product(Op op, std::type_identity_t<T> alpha, const SparseMatrix<T>& A,
                  std::span<const std::type_identity_t<T>> x, std::type_identity_t<T> beta,
                  std::span<std::type_identity_t<T>> y);

}  // namespace hg
