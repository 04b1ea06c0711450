#pragma once

#include <string>
#include <vector>

#include "tools/hgctl/bench/resident/resident_bench.hpp"
#include "tools/report/report.hpp"

namespace hgctl {

/// One row of `hgctl bench resident`, measured.
struct ResidentRow {
    ResidentCase bench;
    ResidentResult result;
    double bound =
        0;  ///< seconds that its memory traffic takes at least; 0: the device's memory is not measured
};

/// Everything that one `hgctl bench resident` measured.
struct ResidentRun {
    std::string device;
    std::vector<std::string> peers;  ///< asked for
    std::vector<ResidentRow> rows;
};

/// Rates of all rows, on the page over n for each routine and type.
Report resident_report(const ResidentRun& run);

}  // namespace hgctl
