#pragma once

#include "blas/level3/triangle/trsm_arguments.hpp"

namespace hg {

/// True if the CPU's BLAS takes these sizes: its integers have 32 bits.
template <class T>
bool host_trsm_takes(const TrsmArguments<T>& arguments) noexcept;

/// The solve by the CPU's BLAS, in the calling thread and its own, for sizes that it takes; alpha is not 0.
template <class T>
void host_trsm(const TrsmArguments<T>& arguments) noexcept;

}  // namespace hg
