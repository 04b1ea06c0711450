#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/hgctl/stress/stress_run.hpp"
#include "tools/hgctl/stress/stress_statistics.hpp"
#include "tools/report/report.hpp"

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

/// What is wrong, a sentence each: wrong bits, lost devices, losses and spreads above the limit. Empty: all
/// is good.
std::vector<std::string> stress_faults(const StressResult& result, const StressTerms& terms);

/// Rates of each kernel on each device, with what was lost.
ReportTable stress_table(const StressResult& result, const StressTerms& terms);

/// All of it; on the page rates over time for each kernel, a line a device, power and temperature if cards
/// told them.
Report stress_report(const StressResult& result, const StressTerms& terms);

}  // namespace hgctl
