#pragma once

#include "tools/tuner/tunable_routine.hpp"
#include <hg/kernels/symv.hpp>

namespace hg::kernels {

/// y := alpha A x + beta y with a symmetric A of order n. Rates count the bytes that a problem moves at least.
const TunableRoutine& symv_routine();

/// A kernel of symv as the tuner sees it, its zeros replaced by defaults.
TunableKernel tunable_symv(const SymvParameters& parameters);

}  // namespace hg::kernels
