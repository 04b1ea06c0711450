#pragma once

#include <cstdint>

#include "host_blas/cpu_blas.hpp"

namespace hg {

/// B := op(A)^-1 B or B op(A)^-1 for host devices. B is m x n, column-major. As in host_gemm(), the bits of a
/// column (of a row if A is on the right) do not depend on how many others are solved together with it.
template <class T>
void host_trsm(const CpuTriangle& triangle, std::int64_t m, std::int64_t n, const T* a, std::int64_t lda,
               T* b, std::int64_t ldb) noexcept;

}  // namespace hg
