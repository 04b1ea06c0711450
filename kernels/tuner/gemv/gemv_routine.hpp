#pragma once

#include "kernels/tuner/tunable_routine.hpp"
#include <hg/kernels/gemv.hpp>

namespace hg::kernels {

/// y := alpha op(A) x + beta y with an A of m x n. Rates count the bytes that a problem moves at least.
const TunableRoutine& gemv_routine();

/// A kernel of gemv as the tuner sees it, its zeros replaced by defaults; its coefficients are numbers.
TunableKernel tunable_gemv(const GemvParameters& parameters);

}  // namespace hg::kernels
