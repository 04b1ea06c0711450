#pragma once

#include <string>

#include "tools/hgctl/bench/bench_report.hpp"

namespace hgctl {

/// A bench as a page of HTML that needs nothing but itself: rates over devices (measured, T*, ideal, peers)
/// for each size, the timeline of one run, all rows as a table.
std::string bench_page(const BenchRun& run);

}  // namespace hgctl
