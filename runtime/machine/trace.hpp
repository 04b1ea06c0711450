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

/// An observer that keeps every interval of the runs it watches, and writes them as Chrome/Perfetto JSON
/// (open it in https://ui.perfetto.dev or chrome://tracing). There is one process per device. It has one
/// track per queue, one for staging copies each way, and tracks for the device itself: its link in, its
/// kernels, its link out. The JSON's "metadata" holds a report of each run. Thread-safe.
class Trace : public Observer {
  public:
    Trace();
    ~Trace() override;

    /// Begins a WatchedRun.
    void on_begin(std::uint64_t run, const Program& program) noexcept override;
    /// Adds the interval to its run.
    void on_interval(const Interval& interval) noexcept override;
    /// Ends the run; from now on it can be the latest().
    void on_end(std::uint64_t run, double seconds, bool succeeded) noexcept override;

    /// The machine's rates, for the reports of later runs. Without them, a report uses the rates that its
    /// program was built for, and knows no limit of what the devices share.
    void set_target(Target target);

    /// The latest run that has ended, like the functions below. No value before the first.
    [[nodiscard]] std::optional<WatchedRun> latest() const;
    /// The report of the latest run. It is empty before the first.
    [[nodiscard]] RunReport report() const;
    /// The intervals of the latest run, in no particular order.
    [[nodiscard]] std::vector<Interval> intervals() const;
    /// Seconds of the latest run.
    [[nodiscard]] double seconds() const;
    /// All runs that have ended so far, on one time axis: one after the other, except for runs that were
    /// under way together.
    [[nodiscard]] std::string to_json() const;
    /// Writes to_json() to a temporary name, then renames the file. Throws Error{io} whose message begins
    /// with the path.
    void write(const std::string& path) const;
    /// Moves the runs that have ended out of the trace, oldest first, so that a long watch takes bounded memory.
    /// The trace then has no latest() run until another one ends; its time axis goes on.
    [[nodiscard]] std::vector<WatchedRun> take();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace hg
