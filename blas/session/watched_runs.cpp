#include "blas/session/watched_runs.hpp"

namespace hg {

void WatchedRuns::run(Machine& machine, const Program& program, const Bindings& bindings, RunJournal* journal,
                      const AdvisoryTrace::TargetOfRun& target) {
    ++count_;
    try {
        trace_.watch(observer_, target,
                     [&](Observer* observer) { machine.run_untraced(program, bindings, observer, journal); });
    } catch (...) {
        ++failed_;
        throw;
    }
}

}  // namespace hg
