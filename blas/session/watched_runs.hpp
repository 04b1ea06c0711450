#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/machine/trace/advisory_trace.hpp"
#include <hg/runtime/machine/machine.hpp>

namespace hg {

/// The runs of a session: counted, told to its observer, and traced if HG_TRACE asks for it. Thread-safe.
class WatchedRuns {
  public:
    /// `journal` and errors as in Machine::run().
    void run(Machine& machine, const Program& program, const Bindings& bindings, RunJournal* journal,
             const AdvisoryTrace::TargetOfRun& target);
    /// As Session::observe().
    void observe(Observer* observer) noexcept { observer_ = observer; }

    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
    /// Those that threw.
    [[nodiscard]] std::uint64_t failed() const noexcept { return failed_; }

  private:
    std::atomic<std::uint64_t> count_{0};
    std::atomic<std::uint64_t> failed_{0};
    std::atomic<Observer*> observer_{nullptr};
    AdvisoryTrace& trace_ = AdvisoryTrace::of_environment();
};

}  // namespace hg
