#pragma once

#include <string>
#include <vector>

#include "tools/hgctl/bench/resident/resident_bench.hpp"
#include "tools/report/json.hpp"

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

/// What a text or a page says above the rows.
std::string resident_headline(const ResidentRun& run);

/// What it says below.
inline constexpr const char* kResidentClocks =
    "best and last are by the device's clock, wall is the best by the host's. A ratio above 1 says that hg "
    "is faster.";

Json resident_json(const ResidentRun& run);

/// The rows as cells of text, the head first.
std::vector<std::vector<std::string>> resident_cells(const ResidentRun& run);

}  // namespace hgctl
