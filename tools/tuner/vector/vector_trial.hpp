#pragma once

#include <cstdint>
#include <memory>

#include "tools/tuner/problem/trial_operands.hpp"
#include <hg/kernels/vector.hpp>

namespace hg::kernels {

/// Vectors of n random elements, with guards around them that hold NaN and must stay as they are. Aligned ones are
/// columns; otherwise they are rows, of stride 3, and y counts from its end. Results are compared with plain loops:
/// elements within 4 eps of their terms, sums within eps times the additions in a row times the sum of the terms'
/// sizes, places as they are. Launches take turns among the sets. Throws Error{out_of_memory} if the device does not hold
/// them.
std::unique_ptr<TrialOperands> make_vector_trial(DeviceWork& work, VectorOperation operation,
                                                 ElementType type, std::int64_t n,
                                                 const OperandLayout& layout);

}  // namespace hg::kernels
