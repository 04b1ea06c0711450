#pragma once

#include <cstdint>
#include <memory>

#include "tools/tuner/problem/trial_operands.hpp"
#include <hg/runtime/program/element.hpp>

namespace hg::kernels {

/// The operands of x := op(A) x with a triangle of order n as in make_trsv_trial(), so that repeated products stay finite.
/// Each element is compared with plain sums in double precision, within eps (sqrt(n) + 4) times the sum of its terms' sizes. Throws
/// Error{out_of_memory} if the device does not hold them.
std::unique_ptr<TrialOperands> make_trmv_trial(DeviceWork& work, ElementType type, bool transpose,
                                               std::int64_t n, const OperandLayout& layout);

}  // namespace hg::kernels
