#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "tools/report/json.hpp"
#include "tools/tuner/probe/peak_probe.hpp"

namespace hgctl {

/// What `hgctl probe peak` found on one device.
struct PeakOfDevice {
    std::string name;
    std::string driver;
    hg::kernels::PeakSurvey survey;
};

struct PeakRun {
    std::vector<PeakOfDevice> devices;
    bool interrupted = false;
};

/// For people: for each device rates with their share of the maker's figure, the ratio of double to single precision, latencies.
void print_peak(std::ostream& out, const PeakRun& run);
Json peak_json(const PeakRun& run);

}  // namespace hgctl
