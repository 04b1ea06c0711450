#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine/trace/register_use.hpp"
#include "runtime/machine/trace/trace_counters.hpp"
#include <hg/runtime/machine/lane.hpp>
#include <hg/runtime/machine/watched_run.hpp>

namespace hg {

/// The name of the trace event whose arguments are the report of a run, in a file that grows run by run.
inline constexpr const char* kRunEvent = "hg_run";
/// The name of the trace event whose arguments tell how many runs and events are missing before it.
inline constexpr const char* kDroppedEvent = "hg_dropped";

/// Converts runs to events of Chrome's trace format, one batch of runs at a time: a slice for each interval,
/// an arrow ("flow") from each command that uses a register to the next one, and counters.
class TraceEvents {
  public:
    /// Receives elements of a JSON array that are separated by commas: a few megabytes at a time.
    using Sink = std::function<void(const std::string& elements)>;

    /// Passes on the events of these runs, and the names of devices and tracks that no earlier batch had.
    void write(const std::vector<const WatchedRun*>& runs, const Sink& sink);

  private:
    using DeviceLane = std::pair<int, Lane>;
    struct Placed;

    static DeviceLane device_lane(const WatchedRun& run, const Interval& interval);
    void write_intervals(const std::vector<const WatchedRun*>& runs, std::string& text, const Sink& sink);
    static void leave_out_arrows(const Placed& placed);
    static void append_arrows(const Placed& placed, std::string& text);
    void append_names(const WatchedRun& run, std::string& text);

    std::map<DeviceLane, double> ends_;  ///< of each track's latest event, in seconds on the trace's axis
    std::set<std::pair<int, std::string>> processes_;
    std::set<DeviceLane> tracks_;
    std::uint64_t arrows_ = 0;  ///< numbers of arrows that earlier runs have used
    TraceCounters counters_;
};

/// Returns RunReport::failure of a run that fails with `error`.
std::string failure_of_run(const Error& error);
/// Returns the reports of runs as elements of a JSON array that are separated by commas.
std::string run_reports(const std::vector<const WatchedRun*>& runs);
/// Returns the reports as events named kRunEvent, in the same form.
std::string run_events(const std::vector<const WatchedRun*>& runs);
/// Returns the event that says how many runs, and how many events of all runs, are missing at that time on
/// the trace's axis.
std::string dropped_event(double seconds, std::uint64_t runs, std::uint64_t events);

}  // namespace hg
