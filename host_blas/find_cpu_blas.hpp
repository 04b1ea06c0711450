#pragma once

#include <complex>
#include <string_view>

#include "host_blas/cpu_blas.hpp"

namespace hg {

/// Returns cpu_blas() for a value of HG_CPU_BLAS: libraries for dlopen(), separated by colons, followed by
/// those with which hg was linked; empty or "none": only the latter. Each routine comes from the first
/// library that has it. A library is skipped if it cannot be loaded, has no BLAS, has 64-bit integers or is
/// built on hg; `fault` says so. Throws Error{io} as cpu_blas() does.
[[nodiscard]] CpuBlas find_cpu_blas(std::string_view wanted);

/// Returns true if the function or variable at `address` belongs to a library or program that is linked with
/// hg, to hg itself, or to a library that loads hg and exports hgblas_version.
[[nodiscard]] bool is_built_on_hg(const void* address) noexcept;

/// Returns true if a BLAS has 64-bit integers under names without a suffix, like Debian's libblas64.so.3.
/// Calls its routine dasum_, which is harmless with either kind of integers.
[[nodiscard]] bool has_64_bit_integers(const void* dasum) noexcept;

/// Returns true if a BLAS returns complex numbers through an additional first argument, as f2c does, instead
/// of by value. Calls its routine zdotu_ or zdotc_, or cdotu_ or cdotc_ for std::complex<float>, which is
/// harmless with either convention.
template <class T>
[[nodiscard]] bool returns_by_argument(const void* dot) noexcept;

/// Returns false if a BLAS ignores signs in its routine dzasum_ or scasum_, as OpenBLAS 0.3.21 does for some
/// counts on CPUs with AVX512-BF16.
template <class T>
[[nodiscard]] bool sums_magnitudes(const void* asum) noexcept;

}  // namespace hg
