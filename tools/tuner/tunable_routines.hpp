#pragma once

#include <vector>

#include "tools/tuner/tunable_routine.hpp"

namespace hg::kernels {

/// The routines that can be tuned. A new one is listed here, and nowhere else in the tuner.
const std::vector<const TunableRoutine*>& tunable_routines();

}  // namespace hg::kernels
