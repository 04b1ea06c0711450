#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kernels/tuner/search.hpp"

namespace hg::kernels {

/// The m, n and k of one cell.
struct GemmExtent {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;

    friend bool operator==(const GemmExtent&, const GemmExtent&) = default;
};

/// The sizes to tune for: every combination of m, n and k listed, and the single ones.
struct TuningGrid {
    std::vector<std::int64_t> m;
    std::vector<std::int64_t> n;
    std::vector<std::int64_t> k;
    std::vector<GemmExtent> single;  ///< squares, and the flat, narrow and shallow shapes worth a cell
};

struct TuneOptions {
    std::vector<ElementType> types{ElementType::f64, ElementType::f32};
    TuningGrid grid;
    SearchOptions search;
    double budget_seconds = 150;  ///< for one type; cells that it does not reach keep what they have
    int finalists = 6;            ///< kernels of the search that are run on every cell
};

/// A cell with everything that was measured on it.
struct TunedCell {
    GemmShape shape;
    SearchResult result;
};

struct TuneReport {
    std::vector<TunedCell> cells;
    std::vector<TunedGemm> results;  ///< the winner of each cell, with its provenance
    bool complete = true;
};

struct TuneProgress {
    std::string what;         ///< for example "f64 nt 4096 x 4096 x 4096"
    double fraction = 0;      ///< of the whole
    double seconds_left = 0;  ///< about
};

/// Searches at the largest cell for each pair of operations, then runs the finalists on all cells, and gives
/// small, flat and narrow cells a search of their own while the budget lasts.
TuneReport tune(const DeviceModel& device, const std::string& driver, CandidateRunner& runner,
                const TuneOptions& options, const std::function<void(const TuneProgress&)>& progress = {});

}  // namespace hg::kernels
