#pragma once

#include <complex>

#include "kernels/cpu/cpu_blas.hpp"
#include <hg/runtime/program/element.hpp>

namespace hg::kernels {

/// hg's own routines for a machine whose CPU has no BLAS or LAPACK: right, simple, in the calling
/// thread, at a few GFLOP/s. Wrong arguments are reported to the process's xerbla_, if there is one,
/// as reference BLAS does.
template <class T>
[[nodiscard]] CpuRoutines<T> plain_routines() noexcept;

/// The same for complex elements.
template <class T>
[[nodiscard]] CpuComplexRoutines<T> plain_complex_routines() noexcept;

/// Those of an element type, real or complex.
template <class T>
[[nodiscard]] auto all_plain_routines() noexcept {
    if constexpr (is_complex(element_type_of<T>()))
        return plain_complex_routines<T>();
    else
        return plain_routines<T>();
}

extern template CpuComplexRoutines<std::complex<double>> plain_complex_routines() noexcept;
extern template CpuComplexRoutines<std::complex<float>> plain_complex_routines() noexcept;
extern template CpuRoutines<double> plain_routines() noexcept;
extern template CpuRoutines<float> plain_routines() noexcept;

}  // namespace hg::kernels
