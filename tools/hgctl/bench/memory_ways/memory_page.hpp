#pragma once

#include <string>

#include "tools/hgctl/bench/memory_ways/memory_report.hpp"

namespace hgctl {

/// A bench of memory as a page of HTML that needs nothing but itself: for each device the time over n of all
/// versions, and over the edge of the tiles; then all rows as a table.
std::string memory_page(const MemoryRun& run);

}  // namespace hgctl
