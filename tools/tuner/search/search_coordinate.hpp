#pragma once

#include "tools/tuner/search/search_space.hpp"
#include "tools/tuner/search/trials.hpp"

namespace hg::kernels {

/// SearchMethod::coordinate. It measures the given starts, the default and a few kernels spread over each
/// family (one of each if there are starts). From the fastest it goes along one axis at a time as long as
/// that gets better, and likewise from the best start of each family that is not far behind. Then it
/// measures, a few at a time, the kernels that a surrogate predicts to be fastest, and walks from those that
/// win, until several rounds bring nothing. Last comes a walk in each family that seemed further behind.
/// Returns false if the time was over before that.
bool search_coordinates(const SearchSpace& space, Trials& trials, const SearchOptions& options,
                        const TunableKernel& usual);

}  // namespace hg::kernels
