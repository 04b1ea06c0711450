#pragma once

#include "blas/level3/product/gemm_arguments.hpp"

namespace hg {

/// True if the CPU's BLAS takes these sizes: its integers have 32 bits.
template <class T>
bool host_gemm_takes(const GemmArguments<T>& arguments) noexcept;

/// The product by the CPU's BLAS, in the calling thread and its own, for sizes that it takes. With alpha = 0,
/// A and B are not read and may be null; with beta = 0, C is not.
template <class T>
void host_gemm(const GemmArguments<T>& arguments) noexcept;

extern template bool host_gemm_takes(const GemmArguments<float>&) noexcept;
extern template bool host_gemm_takes(const GemmArguments<double>&) noexcept;
extern template void host_gemm(const GemmArguments<float>&) noexcept;
extern template void host_gemm(const GemmArguments<double>&) noexcept;

}  // namespace hg
