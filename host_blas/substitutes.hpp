#pragma once

#include "host_blas/cpu_blas.hpp"

namespace hg {

/// The routines that the CPU's BLAS may lack (gemmt) or have wrong (of complex elements asum, dotu and dotc),
/// by hg's own code; the others are null. gemmt calls the gemm of cpu_blas(), and tells the process's xerbla_
/// of wrong arguments, if there is one.
template <class T>
[[nodiscard]] CpuRoutines<T> substitutes() noexcept;

}  // namespace hg
