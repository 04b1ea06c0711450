#pragma once

#include "tools/hgctl/bench/memory_ways/memory_run.hpp"
#include "tools/report/report.hpp"

namespace hgctl {

/// All rows of `hgctl bench memory`, and what local memory saves for each device and size. On the page, for
/// each device the time over n of all versions, and the kernel's time over the edge of the tiles.
Report memory_report(const MemoryRun& run);

}  // namespace hgctl
