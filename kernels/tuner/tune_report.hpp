#pragma once

#include <string>
#include <vector>

#include "kernels/tuner/search/search_result.hpp"

namespace hg::kernels {

/// A cell with everything that was measured on it.
struct TunedCell {
    TuningProblem problem;
    SearchResult result;
};

/// One tuned result: the best kernel found for a problem on a device.
struct TunedKernel {
    std::string product;       ///< of the device it was measured on, as in its DeviceTraits
    std::string vendor;        ///< likewise
    std::string architecture;  ///< likewise
    bool is_gpu = true;
    TuningProblem problem;  ///< the cell of the tuning grid
    TunableKernel kernel;
    double rate = 0;     ///< flop/s
    std::string driver;  ///< version of the driver it was measured with
    std::string date;    ///< day of the measurement, for example "2026-11-21"
};

struct TuneReport {
    std::vector<TunedCell> cells;      ///< those reached, by type, operations and the order of the grid
    std::vector<TunedKernel> results;  ///< the winner of each cell, with its provenance
    bool complete = true;  ///< false if cells were left, have no good kernel, or were not searched wholly
    std::string fault;     ///< why it ended before its time: no process to measure in; else empty
};

}  // namespace hg::kernels
