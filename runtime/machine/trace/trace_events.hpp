#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <hg/runtime/machine/lane.hpp>
#include <hg/runtime/machine/watched_run.hpp>

namespace hg {

/// The name of the trace event whose arguments are the report of a run, in a file that grows run by run.
inline constexpr const char* kRunEvent = "hg_run";

/// Converts runs to events of Chrome's trace format, one batch of runs at a time.
class TraceEvents {
  public:
    /// Returns the events of these runs, and the names of devices and tracks that no earlier batch had, as
    /// elements of a JSON array that are separated by commas.
    [[nodiscard]] std::string of(const std::vector<const WatchedRun*>& runs);

  private:
    using DeviceLane = std::pair<int, Lane>;

    static DeviceLane device_lane(const WatchedRun& run, const Interval& interval);
    void append_intervals(const std::vector<const WatchedRun*>& runs, std::string& text);
    void append_names(const WatchedRun& run, std::string& text);

    std::map<DeviceLane, double> ends_;  ///< of each track's latest event, in seconds on the trace's axis
    std::set<std::pair<int, std::string>> processes_;
    std::set<DeviceLane> tracks_;
};

/// Returns the reports of runs as elements of a JSON array that are separated by commas.
std::string run_reports(const std::vector<const WatchedRun*>& runs);
/// Returns the reports as events named kRunEvent, in the same form.
std::string run_events(const std::vector<const WatchedRun*>& runs);

}  // namespace hg
