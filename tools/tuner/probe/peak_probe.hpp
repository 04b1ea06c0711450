#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/tuner/worker/device_work.hpp"

namespace hg::kernels {

/// How fast a device computes with one kind of instruction.
struct PeakRate {
    std::string unit;   ///< "fma", "mad" (integers), "matrix"
    std::string type;   ///< "f16", "f32", "f64", "i32", "bf16", "tf32", "i8"
    int vector = 0;     ///< numbers of a vector; 0 for matrix units
    double rate = 0;    ///< operations/s, two a multiply-add: the best
    double makers = 0;  ///< what clock and units allow; 0: not known
    std::string kernel;
};

/// Seconds. 0: not measured.
struct PeakLatencies {
    double launch = 0;         ///< a launch in a row of launches that nobody waits for
    double event = 0;          ///< from one launch to its end as the host sees it
    double kernel = 0;         ///< on the device, of a kernel that does nothing to speak of
    double group_barrier = 0;  ///< a barrier over a work-group on each compute unit; GPUs alone
};

struct PeakSurvey {
    std::vector<PeakRate> rates;
    PeakLatencies latencies;

    /// The best rate of a unit and type over all vectors; 0 if it was not measured.
    [[nodiscard]] double best(const std::string& unit, const std::string& type) const;
};

/// Operations/s that the maker's figures give for a device: units, largest clock, and operations of a unit in a clock as
/// NVIDIA's guides have them for compute capabilities 8.0, 8.6, 8.9 and 9.0. 0 if they are not known.
double makers_peak(const DeviceInfo& device, const std::string& unit, const std::string& type);

/// Measures all that the device has: types and matrix units that it lacks are left out. `go_on` as
/// in survey_memory(). A kernel that gives wrong results is an Error{device_failed}.
PeakSurvey survey_peak(DeviceWork& work,
                       const std::function<bool(const std::string& what, double share)>& go_on);

}  // namespace hg::kernels
