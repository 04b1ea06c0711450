#include <algorithm>
#include <functional>
#include <iterator>
#include <mutex>
#include <utility>

#include "runtime/files/atomic_file.hpp"
#include "runtime/machine/device/device_clock.hpp"
#include "runtime/machine/trace/trace_events.hpp"
#include "runtime/program/simulate/timing.hpp"
#include <hg/runtime/machine/trace.hpp>

namespace hg {
namespace {

/// Returns an empty target, with which each program's devices are those for which it was built.
Target no_target() {
    Target target;
    target.host_copy_rate = kFastestRate;
    return target;
}

}  // namespace

RunReport WatchedRun::report() const {
    RunReport report = run_report(program, target ? *target : no_target(), intervals, seconds);
    report.failure = failure;
    return report;
}

struct Trace::State {
    /// Returns the result of `get` for the latest run that has ended, or `none` before the first one.
    template <class Value, class Get>
    [[nodiscard]] Value of_latest(Value none, Get get) const {
        const std::lock_guard lock(mutex);
        const std::vector<const WatchedRun*> list = ended();
        return list.empty() ? std::move(none) : Value(std::invoke(get, *list.back()));
    }
    // The caller of these must hold the mutex.
    WatchedRun* find(std::uint64_t number) {
        const auto found = std::find_if(runs.rbegin(), runs.rend(),
                                        [&](const WatchedRun& run) { return run.number == number; });
        return found == runs.rend() ? nullptr : &*found;
    }
    [[nodiscard]] std::vector<const WatchedRun*> ended() const {
        std::vector<const WatchedRun*> list;
        for (const WatchedRun& run : runs)
            if (run.seconds >= 0) list.push_back(&run);
        return list;
    }

    mutable std::mutex mutex;
    std::vector<WatchedRun> runs;
    int in_flight = 0;
    std::int64_t zero_ns = 0;  ///< the beginning of the axis, for runs that overlap
    double end = 0;            ///< the end of the runs that have ended, on the axis
    std::shared_ptr<const Target> target;
};

Trace::Trace() : state_(std::make_unique<State>()) {}
Trace::~Trace() = default;

// If there is no memory for the trace, it remains incomplete, and the run continues.
void Trace::on_begin(std::uint64_t run, const Program& program) noexcept {
    const std::lock_guard lock(state_->mutex);
    try {
        WatchedRun watched{.number = run, .program = program, .seconds = -1, .target = state_->target};
        const std::int64_t now = host_now_ns();
        if (state_->in_flight == 0) state_->zero_ns = now - static_cast<std::int64_t>(1e9 * state_->end);
        watched.begin = 1e-9 * static_cast<double>(now - state_->zero_ns);
        watched.intervals.reserve(3 * program.size());
        state_->runs.push_back(std::move(watched));
        ++state_->in_flight;
    } catch (const std::exception&) {
    }
}

void Trace::on_interval(const Interval& interval) noexcept {
    const std::lock_guard lock(state_->mutex);
    WatchedRun* const run = state_->find(interval.run);
    if (!run) return;
    try {
        run->intervals.push_back(interval);
    } catch (const std::exception&) {
    }
}

void Trace::on_failure(std::uint64_t run, const Error& error) noexcept {
    const std::lock_guard lock(state_->mutex);
    try {
        if (WatchedRun* const watched = state_->find(run)) watched->failure = failure_of_run(error);
    } catch (const std::exception&) {
    }
}

void Trace::on_end(std::uint64_t run, double seconds, bool /*succeeded*/) noexcept {
    const std::lock_guard lock(state_->mutex);
    WatchedRun* const watched = state_->find(run);
    if (!watched) return;
    watched->seconds = seconds;
    state_->end = std::max(state_->end, watched->begin + seconds);
    --state_->in_flight;
}

void Trace::set_target(Target target) {
    auto shared = std::make_shared<const Target>(std::move(target));
    const std::lock_guard lock(state_->mutex);
    state_->target = std::move(shared);
}

std::optional<WatchedRun> Trace::latest() const {
    return state_->of_latest(std::optional<WatchedRun>(), std::identity());
}

RunReport Trace::report() const {
    return state_->of_latest(RunReport(), &WatchedRun::report);
}

std::vector<Interval> Trace::intervals() const {
    return state_->of_latest(std::vector<Interval>(), &WatchedRun::intervals);
}

double Trace::seconds() const {
    return state_->of_latest(0.0, &WatchedRun::seconds);
}

std::string Trace::to_json() const {
    const std::lock_guard lock(state_->mutex);
    const std::vector<const WatchedRun*> runs = state_->ended();
    std::string events;
    TraceEvents().write(runs,
                        [&](const std::string& more) { events += (events.empty() ? "" : ",\n") + more; });
    return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[" + events + "],\"metadata\":{\"hg_runs\":[" +
           run_reports(runs) + "]}}";
}

void Trace::write(const std::string& path) const {
    replace_file(path, to_json());
}

std::vector<WatchedRun> Trace::take() {
    const std::lock_guard lock(state_->mutex);
    std::vector<WatchedRun>& runs = state_->runs;
    const auto ended = std::stable_partition(runs.begin(), runs.end(),
                                             [](const WatchedRun& run) { return run.seconds < 0; });
    std::vector<WatchedRun> taken(std::make_move_iterator(ended), std::make_move_iterator(runs.end()));
    runs.erase(ended, runs.end());
    return taken;
}

}  // namespace hg
