#pragma once

#include "tools/tuner/candidate.hpp"
#include "tools/tuner/search/search_options.hpp"
#include "tools/tuner/search/search_result.hpp"
#include <hg/runtime/program/target.hpp>

namespace hg::kernels {

/// Finds the fastest kernel for a problem on a device. The leaders are run again, interleaved,
/// before they are ordered.
SearchResult search(const TuningProblem& problem, const DeviceModel& device, CandidateRunner& runner,
                    const SearchOptions& options, const SearchProgress& progress = {});

}  // namespace hg::kernels
