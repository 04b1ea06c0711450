#pragma once

#include "tools/tuner/tunable_routine.hpp"
#include <hg/kernels/gemv.hpp>

namespace hg::kernels {

/// y := alpha op(A) x + beta y with an A of m x n. Rates count the bytes that a problem moves at least.
const TunableRoutine& gemv_routine();

/// x := op(A) x with a triangle of order n, likewise. It is timed with a lower triangle.
const TunableRoutine& trmv_routine();

/// A kernel of gemv or trmv as the tuner sees it, its zeros replaced by defaults; its coefficients are numbers.
TunableKernel tunable_gemv(const GemvParameters& parameters);

}  // namespace hg::kernels
