#pragma once

#include <functional>

#include <hg/kernels/gemm_parameters.hpp>
#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// The host implementation of a GEMM instruction, by the CPU's BLAS. The parameters are filled.
std::function<void(const HostCall&)> gemm_on_host(const GemmParameters& filled);

}  // namespace hg::kernels
