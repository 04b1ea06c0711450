#pragma once

#include <cstdint>

#include "host_blas/cpu_blas.hpp"

namespace hg {

/// C := alpha op(A) op(B) + beta C for host devices. op(A) is m x k, op(B) is k x n, and C is m x n,
/// column-major. If alpha is 0, A and B are not read; if beta is 0, C is not read.
///
/// The bits of an element depend only on its row of op(A), its column of op(B) and k. The CPU BLAS does not
/// guarantee that: its sums differ at the edges of tiles, which depend on the number of devices.
template <class T>
void host_gemm(CpuOperation op_a, CpuOperation op_b, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
               const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c,
               std::int64_t ldc) noexcept;

}  // namespace hg
