#pragma once

#include "tools/tuner/tunable_routine.hpp"
#include <hg/kernels/trsv.hpp>

namespace hg::kernels {

/// x := op(A)^-1 x with a triangle of order n. Rates count the bytes that a problem moves at least.
const TunableRoutine& trsv_routine();

/// A kernel of trsv as the tuner sees it, its zeros replaced by defaults.
TunableKernel tunable_trsv(const TrsvParameters& parameters);

}  // namespace hg::kernels
