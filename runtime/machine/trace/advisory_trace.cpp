#include "runtime/machine/trace/advisory_trace.hpp"

#include <unistd.h>

#include <map>
#include <string_view>
#include <vector>

#include "runtime/machine/log.hpp"
#include "runtime/program/base/environment_variable.hpp"
#include "runtime/program/base/no_destructor.hpp"

namespace hg {
namespace {

constexpr std::size_t kMostBytes = std::size_t{2} << 30;
constexpr int kMostUnwritten = 64;  ///< the most ended runs in memory

struct TracesByPath {
    std::mutex mutex;
    std::map<std::string, AdvisoryTrace> traces;
};

}  // namespace

std::string trace_path_of_environment() {
    constexpr std::string_view kProcess = "%p";
    std::string path = environment_variable("HG_TRACE");
    for (std::size_t at = path.find(kProcess); at != std::string::npos; at = path.find(kProcess, at))
        path.replace(at, kProcess.size(), std::to_string(getpid()));
    return path;
}

AdvisoryTrace& AdvisoryTrace::of_environment() {
    static NoDestructor<TracesByPath> all;
    const std::string path = trace_path_of_environment();
    const std::lock_guard lock((*all).mutex);
    return (*all).traces.try_emplace(path, path).first->second;
}

AdvisoryTrace::AdvisoryTrace(const std::string& path)
    : wanted_(!path.empty()),
      file_(path, {"{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n", ",\n", "\n]}\n"}, kMostBytes) {}

void AdvisoryTrace::end_run() noexcept {
    const bool pause = --in_flight_ == 0;
    if (++unwritten_ < kMostUnwritten && !pause) return;
    attempt([this] { write(); });
}

void AdvisoryTrace::write() {
    const std::lock_guard lock(writing_);
    unwritten_ = 0;
    const std::vector<WatchedRun> ended = trace_.take();
    if (ended.empty()) return;
    std::vector<const WatchedRun*> runs;
    for (const WatchedRun& run : ended) runs.push_back(&run);
    if (file_.begins()) events_ = {};
    const std::string events = events_.of(runs);
    file_.append(events.empty() ? run_events(runs) : events + ",\n" + run_events(runs));
}

void AdvisoryTrace::give_up(const std::exception& error) noexcept {
    if (!wanted_.exchange(false)) return;
    try {
        static_cast<void>(trace_.take());
        log(LogLevel::warn, std::string("no more of the trace that HG_TRACE asks for: ") + error.what());
    } catch (const std::exception&) {
        // There is no memory for a warning.
    }
}

TracedRun::TracedRun(AdvisoryTrace& trace, Observer* observer,
                     const AdvisoryTrace::TargetOfRun& target) noexcept
    : trace_(trace), observer_(observer), traced_([&] {
          trace.attempt([&] { trace.trace_.set_target(target()); });
          return trace.wanted_.load();
      }()) {
    if (traced_) ++trace_.in_flight_;
}

TracedRun::~TracedRun() {
    if (traced_) trace_.end_run();
}

void TracedRun::on_begin(std::uint64_t run, const Program& program) noexcept {
    if (observer_) observer_->on_begin(run, program);
    trace_.trace_.on_begin(run, program);
}

void TracedRun::on_interval(const Interval& interval) noexcept {
    if (observer_) observer_->on_interval(interval);
    trace_.trace_.on_interval(interval);
}

void TracedRun::on_end(std::uint64_t run, double seconds, bool succeeded) noexcept {
    if (observer_) observer_->on_end(run, seconds, succeeded);
    trace_.trace_.on_end(run, seconds, succeeded);
}

}  // namespace hg
