#pragma once

#include <string>

#include "tools/hgctl/bench/resident/resident_report.hpp"

namespace hgctl {

/// A bench of levels 1 and 2 as a page of HTML that needs nothing but itself: rates of hg and of peers over n for each
/// routine and element type, all rows as a table.
std::string resident_page(const ResidentRun& run);

}  // namespace hgctl
