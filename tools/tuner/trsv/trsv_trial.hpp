#pragma once

#include <cstdint>
#include <memory>

#include "tools/tuner/problem/trial_operands.hpp"
#include <hg/runtime/program/element.hpp>

namespace hg::kernels {

/// The operands of x := op(A)^-1 x with a triangle of order n: its diagonal lies in [1, 1.5), other elements within 1/n, so that
/// the solution is of the size of x. The other triangle holds NaN. Aligned triangles are lower ones; others are upper ones,
/// and x counts from its end. Each element is compared with a plain solve in double precision, within
/// 4 eps (sqrt(n) + 4) times the largest sum of the terms' sizes. Throws Error{out_of_memory} if the device does not hold
/// them.
std::unique_ptr<TrialOperands> make_trsv_trial(DeviceWork& work, ElementType type, bool transposed,
                                               std::int64_t n, const OperandLayout& layout);

}  // namespace hg::kernels
