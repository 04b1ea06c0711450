#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <hg/runtime/machine/observer.hpp>
#include <hg/runtime/machine/run_report.hpp>
#include <hg/runtime/machine/watched_run.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// An observer that stores every interval of the runs it observes, and writes them as Chrome/Perfetto JSON
/// (open it in https://ui.perfetto.dev or chrome://tracing). Each device is shown as one process. It has one
/// track per queue, one for staging copies each way, and tracks for the device itself: its link in, its
/// kernels, and its link out. The JSON's "metadata" holds a report of each run. Thread-safe.
class Trace : public Observer {
  public:
    Trace();
    ~Trace() override;

    /// Begins a WatchedRun.
    void on_begin(std::uint64_t run, const Program& program) noexcept override;
    /// Adds the interval to its run.
    void on_interval(const Interval& interval) noexcept override;
    /// Adds the reason to its run.
    void on_failure(std::uint64_t run, const Error& error) noexcept override;
    /// Ends the run, which latest() can return from now on.
    void on_end(std::uint64_t run, double seconds, bool succeeded) noexcept override;

    /// Sets the machine's rates for the reports of later runs. Without them, a report uses the rates that its
    /// program was built for, and has no limits for what the devices share.
    void set_target(Target target);

    /// Returns the latest completed run, to which the functions below also refer. No value before the first.
    [[nodiscard]] std::optional<WatchedRun> latest() const;
    /// Returns the report of the latest run. It is empty before the first.
    [[nodiscard]] RunReport report() const;
    /// Returns the intervals of the latest run, in no particular order.
    [[nodiscard]] std::vector<Interval> intervals() const;
    /// Returns the seconds that the latest run took.
    [[nodiscard]] double seconds() const;
    /// Returns all runs completed so far on one time axis: one after another, except for runs that were in
    /// flight at the same time.
    [[nodiscard]] std::string to_json() const;
    /// Writes to_json() under a temporary name, then renames the file. Throws Error{io} with a message that
    /// begins with the path.
    void write(const std::string& path) const;
    /// Moves the completed runs out of the trace, oldest first, so that tracing for a long time takes bounded
    /// memory. latest() then returns no run until another one completes; the time axis continues.
    [[nodiscard]] std::vector<WatchedRun> take();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace hg
