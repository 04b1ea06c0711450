#pragma once

#include <string>

#include "tools/hgctl/stress/stress_report.hpp"

namespace hgctl {

/// A stress run as a page of HTML that needs nothing but itself: for each kernel the rate over time, a line a device,
/// power and temperature if cards told them, and the tables.
std::string stress_page(const StressResult& result, const StressTerms& terms);

}  // namespace hgctl
