#pragma once

#include <cstdint>
#include <memory>

#include "tools/tuner/problem/trial_operands.hpp"
#include <hg/runtime/program/element.hpp>

namespace hg::kernels {

/// The operands of y := alpha op(A) x + beta y with an A of m x n: random, with guards around them that hold NaN and must
/// stay as they are. Unless aligned, x is a row that counts from its end, and y one. Each element of y is compared
/// as GemmReference does. Launches take turns among the sets. Throws Error{out_of_memory} if the device does not
/// hold them.
std::unique_ptr<TrialOperands> make_gemv_trial(DeviceWork& work, ElementType type, bool transpose,
                                               std::int64_t m, std::int64_t n, const OperandLayout& layout);

}  // namespace hg::kernels
