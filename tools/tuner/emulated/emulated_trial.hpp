#pragma once

#include <cstdint>
#include <memory>

#include "tools/tuner/problem/trial_operands.hpp"

namespace hg::kernels {

/// Random residues of op(A), m x k, and op(B), k x n, for each modulus, and their product, with guards behind them that must
/// stay as they are. Unless aligned, columns of registers have gaps. Elements of the product are compared with exact sums:
/// all of a small one, a sample of a large one. Throws Error{out_of_memory} if the device does not hold the operands.
std::unique_ptr<TrialOperands> make_emulated_trial(DeviceWork& work, int moduli, std::int64_t m,
                                                   std::int64_t n, std::int64_t k,
                                                   const OperandLayout& layout);

}  // namespace hg::kernels
