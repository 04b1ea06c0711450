#pragma once

#include <cstdint>
#include <vector>

#include "kernels/tuner/search/search_options.hpp"
#include <hg/kernels/database.hpp>

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

}  // namespace hg::kernels
