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

/// The file that HG_TRACE now names, with the number of this process for each %p; empty: none is wanted.
std::string trace_path_of_environment();

/// The trace of all runs that HG_TRACE asks for. When a run ends and no other is in flight, the runs that
/// have ended are added to the file and forgotten; while runs overlap without a pause, 64 at a time. So
/// neither the memory nor the time that a run's trace takes grows with the number of runs.
///
/// A failure to write the file never stops a run: it costs one warning in the log and the rest of the trace.
/// Thread-safe.
class AdvisoryTrace {
  public:
    /// The one for the file that HG_TRACE now names. All sessions and machines that are made under that name
    /// share it, and it is never destroyed.
    static AdvisoryTrace& of_environment();

    /// `path` empty: none is wanted.
    explicit AdvisoryTrace(const std::string& path);

    /// The rates that the report of a run uses.
    using TargetOfRun = std::function<const Target&()>;

  private:
    friend class TracedRun;

    /// Does work for the trace, if it is wanted.
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
    std::atomic<int> unwritten_{0};  ///< runs that have ended
    Trace trace_;
    std::mutex writing_;  ///< guards what follows
    GrowingFile file_;
    TraceEvents events_;
};

/// A run while it lasts, whose events go to the caller's observer and, if HG_TRACE asks for it, to the trace.
class TracedRun final : public Observer {
  public:
    /// `observer` may be null. Everything must outlive this.
    TracedRun(AdvisoryTrace& trace, Observer* observer, const AdvisoryTrace::TargetOfRun& target) noexcept;
    ~TracedRun() override;

    /// Pass this to the run. Null if nobody watches it.
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
