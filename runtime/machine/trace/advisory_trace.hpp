#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <string>

#include "runtime/files/growing_file.hpp"
#include "runtime/machine/trace/trace_events.hpp"
#include <hg/runtime/machine/observer.hpp>
#include <hg/runtime/machine/trace.hpp>

namespace hg {

/// Returns the file that HG_TRACE now names, with each %p replaced by this process's number; empty if no
/// trace is wanted.
std::string trace_path_of_environment();

/// The trace of all runs for HG_TRACE. When a run ends and no other is in progress, the ended runs are
/// appended to the file and forgotten; while runs overlap without a pause, this happens after every 64 runs.
/// Therefore, neither the memory nor the time for a run's trace grows with the number of runs.
///
/// A failure to write the file never stops a run: it causes one warning in the log and ends the trace.
/// Thread-safe.
class AdvisoryTrace {
  public:
    /// Returns the trace for the file that HG_TRACE now names. All sessions and machines that are made with
    /// this name share it, and it is never destroyed.
    static AdvisoryTrace& of_environment();

    /// If `path` is empty, no trace is wanted.
    explicit AdvisoryTrace(const std::string& path);

    /// Returns the rates that the report of a run uses.
    using TargetOfRun = std::function<const Target&()>;

  private:
    friend class TracedRun;

    /// Does `work` if a trace is wanted.
    template <class Work>
    void attempt(const Work& work) noexcept {
        try {
            if (wanted_) work();
        } catch (const std::exception& error) {
            give_up(error);
        }
    }
    void end_run() noexcept;
    void write();
    void give_up(const std::exception& error) noexcept;

    std::atomic<bool> wanted_;
    std::atomic<int> in_flight_{0};
    std::atomic<int> unwritten_{0};  ///< the number of runs that have ended
    Trace trace_;
    std::mutex writing_;  ///< guards the following members
    GrowingFile file_;
    TraceEvents events_;
};

/// A current run. Its events go to the caller's observer and, if HG_TRACE is set, to the trace.
class TracedRun final : public Observer {
  public:
    /// `observer` may be null. All arguments must outlive this object.
    TracedRun(AdvisoryTrace& trace, Observer* observer, const AdvisoryTrace::TargetOfRun& target) noexcept;
    ~TracedRun() override;

    /// Returns the observer to pass to the run; null if nothing observes it.
    [[nodiscard]] Observer* observer() noexcept { return traced_ ? this : observer_; }

    void on_begin(std::uint64_t run, const Program& program) noexcept override;
    void on_interval(const Interval& interval) noexcept override;
    void on_end(std::uint64_t run, double seconds, bool succeeded) noexcept override;

  private:
    AdvisoryTrace& trace_;
    Observer* const observer_;
    const bool traced_;
};

}  // namespace hg
