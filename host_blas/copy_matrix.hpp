#pragma once

#include <cstdint>

#include "host_blas/cpu_blas.hpp"
#include <hg/runtime/program/location.hpp>

/// Copies between matrices in host memory, by all cores: the layouts of bindings differ from LAPACK's.
namespace hg {

/// B := op(A) for the elements of `part`; the other elements of B are unchanged. B is m x n; A is m x n, or
/// n x m if op transposes. Both are column-major. A may be B if `part` is a triangle and op transposes: this
/// mirrors the other triangle. Otherwise B must not overlap A.
template <class T>
void copy_matrix(TilePart part, CpuOperation op, std::int64_t m, std::int64_t n, const T* a, std::int64_t lda,
                 T* b, std::int64_t ldb) noexcept;

/// Returns true if no element of A, which is m x n and column-major, is infinite or NaN.
template <class T>
[[nodiscard]] bool all_finite(std::int64_t m, std::int64_t n, const T* a, std::int64_t lda) noexcept;

}  // namespace hg
