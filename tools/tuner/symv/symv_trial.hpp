#pragma once

#include <cstdint>
#include <memory>

#include "tools/tuner/problem/trial_operands.hpp"
#include <hg/runtime/program/element.hpp>

namespace hg::kernels {

/// The operands of y := alpha A x + beta y with one triangle of a symmetric A of order n, random; the other triangle holds
/// NaN. Unless aligned, x counts from its end. Each element of y is compared with plain sums in double precision, within
/// 4 eps times the sum of its terms' sizes. Throws Error{out_of_memory} if the device does not hold them.
std::unique_ptr<TrialOperands> make_symv_trial(DeviceWork& work, ElementType type, bool upper, std::int64_t n,
                                               const OperandLayout& layout);

}  // namespace hg::kernels
