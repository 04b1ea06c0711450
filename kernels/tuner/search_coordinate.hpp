#pragma once

#include "kernels/tuner/search_space.hpp"
#include "kernels/tuner/trials.hpp"

namespace hg::kernels {

/// SearchMethod::coordinate. Measures the given starts, the default and a few kernels spread over each
/// family (one of each if there are starts). From the fastest it goes along one axis at a time while that
/// gets better, likewise from the best start of each family that is not far behind. Then come, a few at a
/// time, the kernels that a surrogate holds for the fastest, and walks from those that win, until several
/// rounds bring nothing; at last a walk in each family that seemed further behind. Returns false if the
/// time was over before that.
bool search_coordinates(const SearchSpace& space, Trials& trials, const SearchOptions& options,
                        const GemmParameters& usual);

}  // namespace hg::kernels
