#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kernels/tuner/search/search.hpp"

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
    SearchOptions search;         ///< of each search; its seconds are the most that one may take
    double budget_seconds = 150;  ///< for one type; cells that it does not reach keep what they have
    int finalists = 6;            ///< kernels of the search that are run on every cell
    /// What it chooses for the device competes on every cell: a tune never keeps slower kernels than those in
    /// use. Null: none.
    const Database* in_use = nullptr;
};

/// A cell with everything that was measured on it.
struct TunedCell {
    GemmShape shape;
    SearchResult result;
};

struct TuneReport {
    std::vector<TunedCell> cells;    ///< those reached, by type, operations and the order of the grid
    std::vector<TunedGemm> results;  ///< the winner of each cell, with its provenance
    bool complete = true;            ///< false if cells were left, or have no kernel that is good
    std::string fault;               ///< why it ended before its time: no process to measure in; else empty
};

struct TuneProgress {
    std::string what;         ///< for example "f64 nt 4096 x 4096 x 4096"
    double fraction = 0;      ///< of the whole
    double seconds_left = 0;  ///< about
};

/// For each type: searches for NN at one large cell, then for NT, TN and TT there, starting from what won
/// before. Then it runs the finalists on all cells, NN first. If they reach less than half of the large
/// cell's rate (small, flat and narrow cells), NN gets a search of its own, with parts of the sum over k if C
/// has too few tiles for the device; what it finds is run for the other operations too. Time that is left
/// goes to further searches of such cells.
///
/// The large cell is the largest that the default kernel does in a tenth of a second. Cells are taken in an
/// order that spreads: a budget that ends early leaves gaps, not a corner. What was found before an error of
/// the runner is kept: see TuneReport::fault.
TuneReport tune(const DeviceModel& device, const std::string& driver, CandidateRunner& runner,
                const TuneOptions& options, const std::function<void(const TuneProgress&)>& progress = {});

}  // namespace hg::kernels
