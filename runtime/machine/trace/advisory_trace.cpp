#include "runtime/machine/trace/advisory_trace.hpp"

#include <map>

#include "runtime/machine/log.hpp"
#include "runtime/program/base/environment_variable.hpp"
#include "runtime/program/base/immortal.hpp"

namespace hg {
namespace {

/// Passes a run on to two observers.
class BothObservers final : public Observer {
  public:
    BothObservers(Observer& first, Observer& second) : first_(first), second_(second) {}

    void on_begin(std::uint64_t run, const Program& program) noexcept override {
        first_.on_begin(run, program);
        second_.on_begin(run, program);
    }
    void on_interval(const Interval& interval) noexcept override {
        first_.on_interval(interval);
        second_.on_interval(interval);
    }
    void on_end(std::uint64_t run, double seconds, bool succeeded) noexcept override {
        first_.on_end(run, seconds, succeeded);
        second_.on_end(run, seconds, succeeded);
    }

  private:
    Observer& first_;
    Observer& second_;
};

struct TracesByPath {
    std::mutex mutex;
    std::map<std::string, AdvisoryTrace> traces;
};

}  // namespace

AdvisoryTrace& AdvisoryTrace::of_environment() {
    static Immortal<TracesByPath> all;
    const std::string path = environment_variable("HG_TRACE");
    const std::lock_guard lock((*all).mutex);
    return (*all).traces.try_emplace(path, path).first->second;
}

void AdvisoryTrace::watch(Observer* observer, const TargetOfRun& target, const ObservedRun& run) {
    attempt([&] { trace_.set_target(target()); });
    if (!wanted_) return run(observer);

    if (observer != nullptr) {
        BothObservers both(*observer, trace_);
        run(&both);
    } else {
        run(&trace_);
    }
    attempt([this] {
        const std::lock_guard lock(writing_);
        trace_.write(path_);
    });
}

void AdvisoryTrace::give_up(const std::exception& error) noexcept {
    if (!wanted_.exchange(false)) return;
    try {
        log(LogLevel::warn, std::string("no more of the trace that HG_TRACE asks for: ") + error.what());
    } catch (const std::exception&) {
        // No memory for a warning.
    }
}

}  // namespace hg
