#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/machine/measure/memory_survey.hpp"
#include "tools/report/report.hpp"

namespace hgctl {

/// What `hgctl probe memory` found on one device.
struct MemoryOfDevice {
    std::string name;
    std::string driver;
    hg::MemorySurvey survey;
};

struct BandwidthRun {
    std::vector<MemoryOfDevice> devices;
    double host_rate = 0;  ///< bytes/s of a copy by all cores; 0: not measured
    std::optional<std::string> kept_in;
    bool interrupted = false;
};

/// For each device BabelStream's columns at the largest vectors, bandwidths by size, plateaus, SREAD and
/// SMSET; all results in files. On the page, bandwidth over size for each function and type, a line a device.
Report bandwidth_report(const BandwidthRun& run);

}  // namespace hgctl
