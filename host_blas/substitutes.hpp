#pragma once

#include "host_blas/cpu_blas.hpp"

namespace hg {

/// Returns hg's own implementations of routines that a CPU BLAS may lack (gemmt) or compute incorrectly
/// (asum, dotu and dotc for complex elements); the others are null. gemmt calls the gemm of cpu_blas(), and
/// reports wrong arguments to the process's xerbla_, if there is one.
template <class T>
[[nodiscard]] CpuRoutines<T> substitutes() noexcept;

}  // namespace hg
