#pragma once

#include <vector>

#include "tools/tuner/tunable_routine.hpp"
#include <hg/kernels/rank_update.hpp>

namespace hg::kernels {

/// ger, syr or syr2 with an A of m x n or of order n. Rates count the bytes that a problem moves at least.
const TunableRoutine& rank_update_routine(RankUpdate operation);
/// All of them, in the order of kRankUpdates.
std::vector<const TunableRoutine*> rank_update_routines();

/// A rank update as the tuner sees it, its zeros replaced by defaults; its coefficient is a number.
TunableKernel tunable_rank_update(const RankUpdateParameters& parameters);

}  // namespace hg::kernels
