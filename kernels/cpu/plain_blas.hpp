#pragma once

#include <complex>

#include "kernels/cpu/cpu_blas.hpp"

namespace hg::kernels {

/// hg's own routines for a machine whose CPU has no BLAS or LAPACK: right, simple, in the calling
/// thread, at a few GFLOP/s. Wrong arguments are reported to the process's xerbla_, if there is one,
/// as reference BLAS does.
template <class T>
[[nodiscard]] CpuRoutines<T> plain_routines() noexcept;

extern template CpuRoutines<std::complex<double>> plain_routines() noexcept;
extern template CpuRoutines<std::complex<float>> plain_routines() noexcept;
extern template CpuRoutines<double> plain_routines() noexcept;
extern template CpuRoutines<float> plain_routines() noexcept;

}  // namespace hg::kernels
