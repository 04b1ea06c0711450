#pragma once

#include <string_view>

#include <hg/kernels/gemm.hpp>

namespace hg::kernels {

/// The gemm_sum() of this name, for example "gemm_sum_f64_k4" or "gemm_sum_f32_k2_set"; null if the text
/// is not the name of one.
InstructionPtr find_gemm_sum(std::string_view name);

}  // namespace hg::kernels
