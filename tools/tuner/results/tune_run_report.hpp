#pragma once

#include <vector>

#include "tools/report/report.hpp"
#include "tools/tuner/results/tune_run.hpp"

namespace hgctl {

/// The best kernel of each cell with the runner-up and the one in use, and all measurements in files. The
/// page has for each type and pair of operations a map (SVG) of the best kernel of every cell, coloured by
/// its rate. Of several routines one after the other, in JSON as {"routines": [...]}; there must be one run
/// at least.
Report tune_report(const std::vector<TuneRun>& runs);

}  // namespace hgctl
