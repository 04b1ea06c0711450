#pragma once

#include <string>
#include <vector>

#include "tools/tuner/search/search_result.hpp"
#include <hg/kernels/database.hpp>

namespace hg::kernels {

/// A cell with everything that was measured on it.
struct TunedCell {
    TuningProblem problem;
    SearchResult result;
    /// The name of the kernel that served it when the tune began, by TuneOptions::in_use; empty: none.
    std::string in_use{};
};

struct TuneReport {
    std::vector<TunedCell> cells;      ///< those reached, by type, operations and the order of the grid
    std::vector<TunedKernel> results;  ///< the winner of each cell, with its provenance
    bool complete = true;  ///< false if cells were left, have no good kernel, or were not searched wholly
    std::string fault;     ///< why it ended before its time: no process to measure in; else empty
};

}  // namespace hg::kernels
