#pragma once

#include <span>
#include <type_traits>

#include <hg/sparse/sparse_matrix.hpp>
#include <hg/sparse/spmv_options.hpp>

namespace hg {

class Session;

/// y := alpha op(A) x + beta y for a sparse matrix and vectors in host memory.
///
/// A single product is bound by the host's memory, which the CPU reads sooner than any link: it is the CPU's,
/// as products of dense matrices with vectors are, unless MachineOptions::host_below is 0. For many products
/// with one matrix there is hg::DistributedSparseMatrix.
///
/// @param op           A, A^T or A^H; the latter two make the transposed matrix first
/// @param alpha, beta  alpha = 0: A and x are not read. beta = 0: y is not read
/// @param x            as many elements as op(A) has columns
/// @param y            as many elements as op(A) has rows; must not overlap x, unless alpha = 0, or arrays of
///                     A that were adopted
/// @param options      how the devices hold the matrix
/// @param session      whose devices do it; the process-wide one if null
///
/// Throws what DistributedSparseMatrix throws. Thread-safe.
template <Element T>
void spmv(Op op, std::type_identity_t<T> alpha, const SparseMatrix<T>& A,
          std::span<const std::type_identity_t<T>> x, std::type_identity_t<T> beta,
          std::span<std::type_identity_t<T>> y, const SpmvOptions& options = {}, Session* session = nullptr);

}  // namespace hg
