#pragma once

#include <string>
#include <vector>

#include "tools/report/report.hpp"

namespace hgctl {

/// What `hgctl compare` needs to know of a report, its member `comparison` in JSON.
struct Comparable {
    /// The table; "devices/*/series" is one in each item of the list `devices`. Empty: the report is a row.
    std::string rows = "rows";
    std::vector<std::string> keys;     ///< what identifies a row: members of it, or else of the report
    std::vector<std::string> samples;  ///< members with lists of seconds, one for each run; "all_seconds/run"
};

/// Makes the report's rows comparable with those of another run.
inline void add_comparable(Report& report, const Comparable& comparable) {
    report.fact("comparison/rows", comparable.rows).fact("comparison/keys", comparable.keys);
    report.fact("comparison/samples", comparable.samples);
}

}  // namespace hgctl
