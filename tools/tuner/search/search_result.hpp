#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "tools/tuner/candidate.hpp"

namespace hg::kernels {

struct Measured {
    TunableKernel kernel;
    Outcome outcome;
};

struct SearchResult {
    /// Every candidate once: the leaders by the median of their re-runs, the other good ones
    /// by time, the rest.
    std::vector<Measured> measured;
    bool complete = true;        ///< false if the time ran out
    std::size_t tried = 0;       ///< kernels that a search measured
    std::size_t candidates = 0;  ///< that it had to choose from; 0: nothing was searched
};

/// Called after each candidate: done so far, about how many there will be, and the best time up to now.
using SearchProgress = std::function<void(std::size_t done, std::size_t expected, double best_seconds)>;

}  // namespace hg::kernels
