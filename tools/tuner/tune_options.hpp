#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "tools/tuner/search/search_options.hpp"
#include "tools/tuner/tunable_kernel.hpp"
#include "tools/tuner/tuning_problem.hpp"

namespace hg::kernels {

/// The sizes to tune for: every combination of the sizes listed, and the single ones.
struct TuningGrid {
    std::vector<Extents> sizes;   ///< a list for each of the routine's extents; none: no combinations
    std::vector<Extents> single;  ///< squares, and the flat, narrow and shallow shapes worth a cell
};

struct TuneOptions {
    const TunableRoutine* routine = nullptr;  ///< must be given
    std::vector<ElementType> types{ElementType::f64, ElementType::f32};
    TuningGrid grid;
    int samples = 1;              ///< sizes of each cell at which its kernels are measured: see SampledCells
    SearchOptions search;         ///< of each search; its seconds are the most that one may take
    double budget_seconds = 150;  ///< for one type; cells that it does not reach keep what they have
    int finalists = 6;            ///< kernels of the search that are run on every cell
    /// The kernel that serves a problem today. It competes on every cell: a tune never keeps slower kernels
    /// than those in use. Empty: none.
    std::function<std::optional<TunableKernel>(const TuningProblem&)> in_use;
};

}  // namespace hg::kernels
