#pragma once

#include <string_view>

#include "kernels/cpu/cpu_blas.hpp"

namespace hg::kernels {

/// What cpu_blas() is for a value of HG_CPU_BLAS: libraries as dlopen takes them, separated by colons. The
/// first that has a routine gives it. "none": hg's own plain routines. Empty: those that hg was linked with.
/// A library that cannot be loaded, has no BLAS, has integers of 64 bits or is built on hg is left
/// out; `fault` says so.
[[nodiscard]] CpuBlas find_cpu_blas(std::string_view wanted);

/// True if the object at `address` (a function or a variable) belongs to a library or program that is
/// linked with hg, to hg itself, or to a library that loads hg and says so by exporting hgblas_version.
[[nodiscard]] bool is_built_on_hg(const void* address) noexcept;

/// True if a BLAS has integers of 64 bits under the names without suffix, as Debian's libblas64.so.3:
/// asked of its routine dasum_, which both kinds can be called by without harm.
[[nodiscard]] bool has_64_bit_integers(const void* dasum) noexcept;

}  // namespace hg::kernels
