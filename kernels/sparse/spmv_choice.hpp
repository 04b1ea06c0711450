#pragma once

#include <cstdint>

#include "kernels/sparse/spmv_estimate.hpp"

/// Which kernel multiplies a sparse matrix, by figures of its structure.
namespace hg::kernels {

/// Rows of a window that sell orders by length, SpmvChoice::sorted, if rows have `width` places at most (0:
/// any number): 1 if slices of neighbouring rows have few empty places. Else 1024, for neighbours to stay
/// near each other, or 2^19 if columns are scattered anyway. A pure function.
std::int64_t spmv_sorted(const SpmvFigures& figures, std::int64_t width = 0) noexcept;

/// The most places of a row of sell with which it moves the fewest bytes, together with a coo of what is
/// beyond; 0 if all is best in sell. A pure function.
std::int64_t spmv_width(const SpmvFigures& figures, const SpmvUse& use) noexcept;

/// The blocking of a kernel for a matrix of these figures. A pure function.
SpmvBlocking default_spmv_blocking(SpmvKernel kernel, const SpmvFigures& figures,
                                   const SpmvUse& use) noexcept;

/// The kernel for a matrix of these figures. A pure function.
///
/// On CPUs it is csr_merge if a row is longer than 4096 elements and 1/16 of all, or else csr_rows. On GPUs
/// it is the one that is estimated to move the fewest bytes, see spmv_estimate.hpp: csr_rows, csr_merge, or
/// sell, if need be with a coo of what long rows have too much.
SpmvChoice choose_spmv(const SpmvFigures& figures, const SpmvUse& use) noexcept;

}  // namespace hg::kernels
