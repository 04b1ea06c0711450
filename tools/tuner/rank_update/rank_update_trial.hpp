#pragma once

#include <cstdint>
#include <memory>

#include "tools/tuner/problem/trial_operands.hpp"
#include <hg/kernels/rank_update.hpp>

namespace hg::kernels {

/// The operands of a rank update of an A of m x n, random. Unless aligned, x counts from its end. Each element of A is
/// compared with the update in double precision, within 4 eps times the sum of its terms' sizes; of syr and syr2 the other
/// triangle must stay as it is. `update` says what is computed. Throws Error{out_of_memory} if the device does not hold
/// the operands.
std::unique_ptr<TrialOperands> make_rank_update_trial(DeviceWork& work, const RankUpdateParameters& update,
                                                      std::int64_t m, std::int64_t n,
                                                      const OperandLayout& layout);

}  // namespace hg::kernels
