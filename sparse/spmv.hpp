#pragma once

#include <span>
#include <type_traits>

#include <hg/sparse/sparse_matrix.hpp>
#include <hg/sparse/spmv_options.hpp>

namespace hg {

class Session;

/// Computes y := alpha op(A) x + beta y for a sparse matrix and vectors in host memory.
///
/// A single product is limited by host memory, which the CPU reads faster than any link does. The call
/// therefore runs on the CPU, like products of dense matrices with vectors, unless MachineOptions::host_below
/// is 0. For many products with one matrix use hg::DistributedSparseMatrix.
///
/// @param op           A, A^T or A^H; for A^T and A^H, the function first builds the transposed matrix
/// @param alpha, beta  if alpha = 0, A and x are not read; if beta = 0, y is not read
/// @param x            as many elements as op(A) has columns
/// @param y            as many elements as op(A) has rows; must not overlap x (unless alpha = 0) or arrays of
///                     A that were adopted
/// @param options      how the devices hold the matrix
/// @param session      the session whose devices run the product; if null, the process-wide session
///
/// Throws what DistributedSparseMatrix throws. Thread-safe.
template <Element T>
void spmv(Op op, std::type_identity_t<T> alpha, const SparseMatrix<T>& A,
          std::span<const std::type_identity_t<T>> x, std::type_identity_t<T> beta,
          std::span<std::type_identity_t<T>> y, const SpmvOptions& options = {}, Session* session = nullptr);

}  // namespace hg
