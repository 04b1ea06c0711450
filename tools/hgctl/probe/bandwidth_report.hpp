#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "tools/report/json.hpp"
#include "tools/tuner/probe/memory_survey.hpp"

namespace hgctl {

/// What `hgctl probe memory` found on one device.
struct MemoryOfDevice {
    std::string name;
    std::string driver;
    hg::kernels::MemorySurvey survey;
};

struct BandwidthRun {
    std::vector<MemoryOfDevice> devices;
    double host_rate = 0;  ///< bytes/s of a copy by all cores; 0: not measured
    std::optional<std::string> kept_in;
    bool interrupted = false;
};

/// A function with its results for one type.
struct MemorySeries {
    std::string function;
    hg::ElementType type = hg::ElementType::f64;
    std::vector<const hg::kernels::MemoryResult*> results;  ///< by ascending size, at least one

    [[nodiscard]] std::string text() const { return function + " " + std::string(hg::name(type)); }
};

/// The series of a survey, in the order in which they were measured.
std::vector<MemorySeries> series_of(const hg::kernels::MemorySurvey& survey);

/// For people: for each device BabelStream's columns at the largest vectors, bandwidths by size, plateaus, SREAD and SMSET.
void print_memory(std::ostream& out, const BandwidthRun& run);
/// A line for each result, with one head for all functions.
std::string memory_csv(const BandwidthRun& run);
Json bandwidth_json(const BandwidthRun& run);

}  // namespace hgctl
