#pragma once

#include <cstdint>

#include "host_blas/cpu_blas.hpp"

namespace hg {

/// C := alpha op(A) op(B) + beta C for host devices: op(A) m x k, op(B) k x n, C m x n, column-major. If
/// alpha is 0, A and B are not read; if beta is 0, C is not read.
///
/// An element's bits follow from its row of op(A), its column of op(B) and k, whatever is computed with it.
/// The CPU's BLAS promises no such thing: its sums differ at the edges of tiles, which depend on how many
/// devices there are.
template <class T>
void host_gemm(CpuOperation op_a, CpuOperation op_b, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
               const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c,
               std::int64_t ldc) noexcept;

}  // namespace hg
