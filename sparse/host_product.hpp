#pragma once

#include <span>
#include <type_traits>

#include <hg/sparse/sparse_matrix.hpp>

namespace hg {

/// y := alpha op(A) x + beta y on the host, as the definition says: each element's sum over the nonzeros in their order. It is
/// what products on devices are compared with.
///
/// @param op           A, A^T or A^H; the latter two make the transposed matrix first
/// @param alpha, beta  alpha = 0: A and x are not read. beta = 0: y is not read
/// @param x            as many elements as op(A) has columns
/// @param y            as many elements as op(A) has rows; must not overlap x, unless alpha = 0, or arrays of
///                     A that were adopted
///
/// Throws Error{invalid_argument} for vectors of other lengths and a y that overlaps, before anything is
/// touched. Thread-safe; uses the process's threads for loops.
template <Element T>
void host_product(Op op, std::type_identity_t<T> alpha, const SparseMatrix<T>& A,
                  std::span<const std::type_identity_t<T>> x, std::type_identity_t<T> beta,
                  std::span<std::type_identity_t<T>> y);

}  // namespace hg
