#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/hgctl/stress/stress_run.hpp"
#include "tools/hgctl/stress/stress_statistics.hpp"
#include "tools/report/json.hpp"

namespace hgctl {

/// What a run is judged by, and what its figures are divided by.
struct StressTerms {
    std::optional<double> limit;  ///< the largest loss and spread, as a share; none: any
    std::vector<double> prices;   ///< of the devices in their order; empty: not asked for
};

/// How far devices of one name differ in one kernel.
struct StressSpread {
    std::string name;    ///< of the devices
    std::string kernel;  ///< "gemm f64"
    std::size_t slowest = 0, fastest = 0;
    double share = 0;  ///< of the fastest one's median rate
};

std::vector<StressSpread> stress_spreads(const StressResult& result);

/// What is wrong, a sentence each: wrong bits, lost devices, losses and spreads above the limit. Empty: all is good.
std::vector<std::string> stress_faults(const StressResult& result, const StressTerms& terms);

/// The summary of a series; none without samples.
std::optional<RateSummary> summary_of(const StressSeries& series);

/// "3 iterations of 10 launches, matrices of order 512, on 2 devices at once"
std::string stress_headline(const StressResult& result);
/// What the columns are, in sentences.
std::string stress_legend();
/// "device 0: NVIDIA H200"
std::vector<std::string> stress_places(const StressResult& result);

Json stress_json(const StressResult& result, const StressTerms& terms);

/// Tables as cells of text, the head first: a row for each device and kernel; the spreads.
std::vector<std::vector<std::string>> stress_cells(const StressResult& result, const StressTerms& terms);
std::vector<std::vector<std::string>> spread_cells(const StressResult& result);

}  // namespace hgctl
