#pragma once

#include <string>

#include "tools/hgctl/probe/bandwidth_report.hpp"

namespace hgctl {

/// `hgctl probe memory` as a page of HTML that needs nothing but itself: bandwidth over size for each function and
/// type, a line a device; plateaus, SREAD and SMSET as tables.
std::string bandwidth_page(const BandwidthRun& run);

}  // namespace hgctl
