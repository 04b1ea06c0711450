#pragma once

#include <string>
#include <vector>

#include "tools/hgctl/tune/tune_report.hpp"

namespace hgctl {

/// A page of HTML that needs nothing but itself: for each type and pair of operations a map (SVG) of the best
/// kernel of every cell, coloured by its rate, then the kernels' legend and a table of all cells.
std::string tune_page(const TuneRun& run);
/// The same of several routines, one after the other. There must be one run at least.
std::string tune_page(const std::vector<TuneRun>& runs);

}  // namespace hgctl
