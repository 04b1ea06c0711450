#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/machine/observer.hpp"
#include "runtime/machine/run_report.hpp"
#include "runtime/program/target.hpp"

namespace hg {

/// A run as a trace keeps it.
struct WatchedRun {
    std::uint64_t number = 0;  ///< as observers are told
    Program program;
    std::vector<Interval> intervals{};  ///< in no particular order
    double begin = 0;                   ///< seconds on the trace's time axis
    double seconds = 0;                 ///< negative while it is under way
    Target target;                      ///< the rates that its report goes by

    [[nodiscard]] RunReport report() const { return run_report(program, target, intervals, seconds); }
};

/// An observer that keeps every interval of the runs it watches, and writes them as Chrome/Perfetto JSON
/// (open in https://ui.perfetto.dev or chrome://tracing): one process per device, one track per queue, one
/// for staging copies each way, one for the device itself (its link in, its kernels, its link out). A report
/// of each run stands in the JSON's "metadata". Thread-safe.
class Trace : public Observer {
  public:
    Trace();
    ~Trace() override;

    void on_begin(std::uint64_t run, const Program& program) noexcept override;
    void on_interval(const Interval& interval) noexcept override;
    void on_end(std::uint64_t run, double seconds, bool succeeded) noexcept override;

    /// The machine's rates, which reports of later runs go by. Without them they go by those that a program
    /// was built for, and have no limit for what the devices share.
    void set_target(Target target);

    /// The latest run that has ended, as those below; nothing before the first.
    [[nodiscard]] std::optional<WatchedRun> latest() const;
    /// The report of the latest run; an empty one before the first.
    [[nodiscard]] RunReport report() const;
    /// The intervals of the latest run, in no particular order.
    [[nodiscard]] std::vector<Interval> intervals() const;
    /// Seconds of the latest run.
    [[nodiscard]] double seconds() const;
    /// All runs that have ended so far, on one time axis: one after the other, but those that were under way
    /// together.
    [[nodiscard]] std::string to_json() const;
    /// Writes to_json() to a temporary name, then renames it. Throws Error{io} that begins with the path.
    void write(const std::string& path) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace hg
