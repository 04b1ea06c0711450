#pragma once

#include <complex>
#include <string_view>

#include "host_blas/cpu_blas.hpp"

namespace hg {

/// What cpu_blas() is for a value of HG_CPU_BLAS: libraries as dlopen takes them, separated by colons, and
/// after them those that hg was linked with; empty or "none": these alone. The first that has a routine gives
/// it. A library that cannot be loaded, has no BLAS, has integers of 64 bits or is built on hg is left out;
/// `fault` says so. Throws Error{io} as cpu_blas().
[[nodiscard]] CpuBlas find_cpu_blas(std::string_view wanted);

/// True if the object at `address` (a function or a variable) belongs to a library or program that is
/// linked with hg, to hg itself, or to a library that loads hg and says so by exporting hgblas_version.
[[nodiscard]] bool is_built_on_hg(const void* address) noexcept;

/// True if a BLAS has integers of 64 bits under the names without suffix, as Debian's libblas64.so.3:
/// asked of its routine dasum_, which both kinds can be called by without harm.
[[nodiscard]] bool has_64_bit_integers(const void* dasum) noexcept;

/// True if a BLAS returns complex numbers through an argument before the first one, as compilers that follow
/// f2c have it, and not as their value: asked of its routine zdotu_ or zdotc_, or cdotu_ or cdotc_ for
/// std::complex<float>, which both kinds can be called by without harm.
template <class T>
[[nodiscard]] bool returns_by_argument(const void* dot) noexcept;

/// False if a BLAS loses signs in its routine dzasum_ or scasum_: that of OpenBLAS 0.3.21 does for some
/// counts on CPUs with AVX512-BF16.
template <class T>
[[nodiscard]] bool sums_magnitudes(const void* asum) noexcept;

}  // namespace hg
