#include "runtime/machine/trace/advisory_trace.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "runtime/machine/device/device_clock.hpp"
#include "runtime/machine/settings/setting_warnings.hpp"
#include "runtime/machine/trace/trace_path.hpp"
#include "runtime/program/base/no_destructor.hpp"

namespace hg {
namespace {

constexpr std::size_t kMostFileBytes = std::size_t{2} << 30;
/// Room for what the end of a full file says.
constexpr std::size_t kLastWords = 1 << 16;
/// The most intervals that are converted at a time.
constexpr std::size_t kBatch = 1 << 18;
/// A machine has at most so many runs in flight.
constexpr std::size_t kRuns = 4;
constexpr std::size_t kTracks = 3;
/// Runs are numbered from 1.
constexpr std::uint64_t kNoRun = 0;

struct TracesByPath {
    const pid_t process = getpid();
    std::mutex mutex;
    std::map<std::string, AdvisoryTrace> traces;
};

/// Of the process that made it, also in its children: theirs would wait for locks that nobody releases.
TracesByPath& all_traces() {
    static NoDestructor<TracesByPath> all;
    return *all;
}

std::size_t bytes_of(const WatchedRun& run) {
    return sizeof run + run.intervals.capacity() * sizeof(Interval);
}

void finish_at_exit() noexcept {
    if (all_traces().process != getpid()) return;
    const std::lock_guard lock(all_traces().mutex);
    for (auto& [path, trace] : all_traces().traces) trace.finish();
}

}  // namespace

AdvisoryTrace& AdvisoryTrace::of_environment() {
    const std::string path = trace_path_of_environment();
    TracesByPath& all = all_traces();
    const std::lock_guard lock(all.mutex);
    if (!path.empty()) {
        static const int registered = std::atexit(finish_at_exit);
        static_cast<void>(registered);
    }
    return all.traces.try_emplace(path, path).first->second;
}

void AdvisoryTrace::write_all() noexcept {
    const std::lock_guard lock(all_traces().mutex);
    for (auto& [path, trace] : all_traces().traces) trace.write();
}

AdvisoryTrace::AdvisoryTrace(const std::string& path, std::size_t most_bytes)
    : most_bytes_(most_bytes),
      zero_ns_(host_now_ns()),
      wanted_(!path.empty()),
      file_(path, {"{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n", ",\n", "\n]}\n"}, kMostFileBytes,
            path.empty() ? "" : with_process_number(path)),
      writer_([this] { write(); }) {}

std::size_t AdvisoryTrace::share_of_run(std::size_t commands) const noexcept {
    const std::size_t waiting = waiting_bytes_.load(std::memory_order_relaxed);
    const std::size_t room = waiting < most_bytes_ ? (most_bytes_ - waiting) / sizeof(Interval) : 0;
    const std::size_t needed = kTracks * commands;
    return full_.load(std::memory_order_relaxed) || room < needed ? 0 : std::max(needed, room / kRuns);
}

void AdvisoryTrace::add(WatchedRun run, std::size_t lost) noexcept {
    if (!wanted_) return;
    try {
        const std::lock_guard lock(mutex_);
        dropped_intervals_ += lost;
        const std::size_t bytes = bytes_of(run);
        waiting_.push_back(std::move(run));
        waiting_bytes_ += bytes;
    } catch (const std::exception&) {
        return drop(run.intervals.size());
    }
    if (!writer_.wake()) write();
}

void AdvisoryTrace::drop(std::size_t intervals) noexcept {
    const std::lock_guard lock(mutex_);
    ++dropped_runs_;
    dropped_intervals_ += intervals;
}

void AdvisoryTrace::write() noexcept {
    const std::lock_guard lock(writing_);
    try {
        if (wanted_) write_waiting();
    } catch (const std::exception& error) {
        give_up(error);
    }
}

void AdvisoryTrace::finish() noexcept {
    writer_.stop();
    write();
    const std::lock_guard lock(writing_);
    try {
        if (wanted_) write_dropped();
    } catch (const std::exception& error) {
        give_up(error);
    }
}

void AdvisoryTrace::write_waiting() {
    std::vector<WatchedRun> runs;
    {
        const std::lock_guard lock(mutex_);
        runs.swap(waiting_);
    }
    for (std::size_t first = 0, end = 0; first < runs.size(); first = end) {
        std::size_t intervals = 0;
        while (end < runs.size() && intervals < kBatch) intervals += runs[end++].intervals.size();
        write_runs(std::span(runs).subspan(first, end - first));
    }
    // A full file has room for them only once.
    if (!full_) write_dropped();
}

void AdvisoryTrace::write_runs(std::span<WatchedRun> runs) {
    std::vector<const WatchedRun*> list;
    for (WatchedRun& run : runs) {
        waiting_bytes_ -= bytes_of(run);
        std::erase_if(run.intervals, [](const Interval& place) { return place.run == kNoRun; });
        list.push_back(&run);
    }
    if (file_.begins()) events_ = {};
    // Reports go first: if the process is killed meanwhile, they tell which runs have begun in the file.
    std::string reports = run_events(list);
    bool is_written = true;
    events_.write(list, [&](const std::string& more) {
        if (!reports.empty()) reports += ",\n";
        is_written = is_written && append(std::exchange(reports, {}) + more);
    });
    if (!reports.empty()) is_written = is_written && append(reports);
    for (WatchedRun& run : runs) {
        if (!is_written) drop(run.intervals.size());
        run.intervals = {};
    }
}

bool AdvisoryTrace::append(const std::string& piece) {
    if (full_) return false;
    if (file_.has_room(piece.size() + kLastWords)) {
        const std::string wanted = file_.path();
        file_.append(piece);
        if (file_.path() != wanted)
            warn_of_setting("HG_TRACE: another process writes " + wanted + "; this one writes " +
                            file_.path() + ". %p in the name gives each process a file");
        return true;
    }
    full_ = true;
    warn_of_setting("HG_TRACE: " + file_.path() + " has its largest size, " + std::to_string(kMostFileBytes) +
                    " bytes. Later runs are not traced");
    return false;
}

void AdvisoryTrace::write_dropped() {
    std::uint64_t runs = 0;
    std::uint64_t intervals = 0;
    {
        const std::lock_guard lock(mutex_);
        runs = std::exchange(dropped_runs_, 0);
        intervals = std::exchange(dropped_intervals_, 0);
    }
    if (runs == 0 && intervals == 0) return;
    file_.append(dropped_event(1e-9 * static_cast<double>(host_now_ns() - zero_ns_), runs, intervals));
}

void AdvisoryTrace::give_up(const std::exception& error) noexcept {
    if (!wanted_.exchange(false)) return;
    try {
        const std::lock_guard lock(mutex_);
        waiting_ = {};
        warn_of_setting(std::string("HG_TRACE: no more runs are traced: ") + error.what());
    } catch (const std::exception&) {
        // There is no memory for a warning.
    }
}

TracedRun::TracedRun(AdvisoryTrace& trace, Observer* observer,
                     const AdvisoryTrace::TargetOfRun& target) noexcept
    : trace_(trace), observer_(observer), target_(target), traced_(trace.wanted_.load()) {}

void TracedRun::on_begin(std::uint64_t run, const Program& program) noexcept {
    if (observer_) observer_->on_begin(run, program);
    const std::size_t share = trace_.share_of_run(program.size());
    if (share == 0) return;
    try {
        run_.emplace(WatchedRun{.number = run, .program = program, .target = target_()});
        run_->intervals.resize(kTracks * program.size());
        most_more_ = share - run_->intervals.size();
        run_->begin = 1e-9 * static_cast<double>(host_now_ns() - trace_.zero_ns_);
    } catch (const std::exception&) {
        run_.reset();
    }
}

bool TracedRun::take_place(const Interval& interval) noexcept {
    if (!run_) return false;
    Interval& place =
        run_->intervals[kTracks * index(interval.command) + static_cast<std::size_t>(interval.track)];
    if (std::atomic_ref(place.run).exchange(interval.run, std::memory_order_relaxed) != kNoRun) return false;
    place.command = interval.command;
    place.track = interval.track;
    place.begin = interval.begin;
    place.end = interval.end;
    place.bytes = interval.bytes;
    return true;
}

void TracedRun::on_interval(const Interval& interval) noexcept {
    if (observer_) observer_->on_interval(interval);
    if (take_place(interval)) return;
    const std::lock_guard lock(mutex_);
    try {
        if (run_ && more_.size() < most_more_)
            more_.push_back(interval);
        else
            ++lost_;
    } catch (const std::exception&) {
        ++lost_;
    }
}

void TracedRun::on_failure(std::uint64_t run, const Error& error) noexcept {
    if (observer_) observer_->on_failure(run, error);
    try {
        if (run_) run_->failure = failure_of_run(error);
    } catch (const std::exception&) {
        // The run is traced without the reason.
    }
}

void TracedRun::on_end(std::uint64_t run, double seconds, bool succeeded) noexcept {
    if (observer_) observer_->on_end(run, seconds, succeeded);
    if (!run_) return trace_.drop(lost_);
    run_->seconds = seconds;
    try {
        run_->intervals.insert(run_->intervals.end(), more_.begin(), more_.end());
    } catch (const std::exception&) {
        lost_ += more_.size();
    }
    trace_.add(std::move(*run_), lost_);
}

}  // namespace hg
