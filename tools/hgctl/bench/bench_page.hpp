#pragma once

#include <string>

#include "tools/hgctl/bench/bench_report.hpp"

namespace hgctl {

/// A bench as a page of HTML that needs nothing but itself: rates (measured, T*, ideal, peers) over the
/// number of devices for each size, or over n if there is one number of devices, the timeline of one run, all rows as a table.
std::string bench_page(const BenchRun& run);

}  // namespace hgctl
