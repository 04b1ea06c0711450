#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/files/growing_file.hpp"
#include "runtime/machine/trace/trace_events.hpp"
#include "runtime/machine/trace/trace_writer.hpp"
#include <hg/runtime/machine/observer.hpp>
#include <hg/runtime/machine/watched_run.hpp>

namespace hg {

/// The trace of all runs for HG_TRACE. A run costs its caller no more than the storing of its intervals: a
/// thread of low priority appends ended runs to the file a few times a second, and exit() waits for the rest.
///
/// The intervals that wait for the thread take at most kMostBytes. While there is no room, runs are not
/// recorded, and a run that outgrows its share loses its later intervals; the file says how many are missing.
///
/// A failure to write the file never stops a run: it causes one warning and ends the trace. Thread-safe.
class AdvisoryTrace {
  public:
    static constexpr std::size_t kMostBytes = std::size_t{128} << 20;

    /// Returns the trace for the file that HG_TRACE now names. All sessions and machines that are made with
    /// this name share it, and it is never destroyed.
    static AdvisoryTrace& of_environment();
    /// Writes what the traces of all files have, now.
    static void write_all() noexcept;

    /// If `path` is empty, no trace is wanted.
    explicit AdvisoryTrace(const std::string& path, std::size_t most_bytes = kMostBytes);

    /// Appends the runs that have ended to the file.
    void write() noexcept;
    /// The same without the thread, whose work the callers do from now on: exit() has begun.
    void finish() noexcept;

    /// Returns the rates that the report of a run uses. Equal addresses mean equal rates, and null that only
    /// those of the program are known.
    using TargetOfRun = std::function<std::shared_ptr<const Target>()>;

  private:
    friend class TracedRun;

    /// Returns how many intervals a run may have now.
    [[nodiscard]] std::size_t share_of_run(std::size_t commands) const noexcept;
    void add(WatchedRun run, std::size_t lost) noexcept;
    void drop(std::size_t intervals) noexcept;
    void give_up(const std::exception& error) noexcept;
    void write_waiting();
    void write_runs(std::span<WatchedRun> runs);
    void write_dropped();
    /// Appends a piece, or counts the runs in it as dropped if the file has no room.
    bool append(const std::string& piece);

    const std::size_t most_bytes_;
    const std::int64_t zero_ns_;  ///< the beginning of the time axis
    std::atomic<bool> wanted_;
    std::atomic<std::size_t> waiting_bytes_{0};
    std::mutex mutex_;  ///< guards the following members
    std::vector<WatchedRun> waiting_;
    std::uint64_t dropped_runs_ = 0;
    std::uint64_t dropped_intervals_ = 0;
    std::mutex writing_;  ///< guards the following members; taken before mutex_
    GrowingFile file_;
    TraceEvents events_;
    std::atomic<bool> full_{false};  ///< the file has its largest size
    TraceWriter writer_;             ///< last: its thread uses all other members
};

/// A current run. Its events go to the caller's observer and, if HG_TRACE is set, to the trace.
class TracedRun final : public Observer {
  public:
    /// `observer` may be null. All arguments must outlive this object.
    TracedRun(AdvisoryTrace& trace, Observer* observer, const AdvisoryTrace::TargetOfRun& target) noexcept;

    /// Returns the observer to pass to the run; null if nothing observes it.
    [[nodiscard]] Observer* observer() noexcept { return traced_ ? this : observer_; }

    void on_begin(std::uint64_t run, const Program& program) noexcept override;
    void on_interval(const Interval& interval) noexcept override;
    void on_failure(std::uint64_t run, const Error& error) noexcept override;
    void on_end(std::uint64_t run, double seconds, bool succeeded) noexcept override;

  private:
    [[nodiscard]] bool take_place(const Interval& interval) noexcept;

    AdvisoryTrace& trace_;
    Observer* const observer_;
    const AdvisoryTrace::TargetOfRun& target_;
    const bool traced_;
    /// With a place for the first interval of each command in each track, so that threads do not wait for
    /// each other. Empty places have no run.
    std::optional<WatchedRun> run_;
    std::mutex mutex_;            ///< guards the following members
    std::vector<Interval> more_;  ///< later intervals: the pieces of a transfer
    std::size_t most_more_ = 0;
    std::size_t lost_ = 0;  ///< the number of intervals beyond those
};

}  // namespace hg
