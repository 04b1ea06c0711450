#include "blas/session/watched_runs.hpp"

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

}  // namespace

void WatchedRuns::run(Machine& machine, const Program& program, const Bindings& bindings, RunJournal* journal,
                      const TraceTarget& target) {
    ++count_;
    try {
        run_watched(machine, program, bindings, journal, target);
    } catch (...) {
        ++failed_;
        throw;
    }
}

void WatchedRuns::run_watched(Machine& machine, const Program& program, const Bindings& bindings,
                              RunJournal* journal, const TraceTarget& target) {
    Observer* const observer = observer_;
    trace_.attempt([&](Trace& kept) { kept.set_target(target()); });
    if (!trace_.wanted()) return machine.run(program, bindings, observer, journal);

    if (observer != nullptr) {
        BothObservers both(*observer, trace_.trace());
        machine.run(program, bindings, &both, journal);
    } else {
        machine.run(program, bindings, &trace_.trace(), journal);
    }
    trace_.write();
}

}  // namespace hg
