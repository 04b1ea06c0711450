#pragma once

#include <memory>

#include "tools/tuner/problem/trial_operands.hpp"
#include <hg/kernels/database.hpp>

namespace hg::kernels {

/// The operands of one GEMM, with alpha and beta other than 0 and 1. Operands are random; guard zones around them hold NaN
/// and must stay as they are. Small results are compared element by element, large ones by their product with a random
/// vector. See GemmReference for the bounds. Throws Error{out_of_memory} if the device does not hold them.
std::unique_ptr<TrialOperands> make_gemm_trial(DeviceWork& work, const GemmShape& shape,
                                               const OperandLayout& layout);

}  // namespace hg::kernels
