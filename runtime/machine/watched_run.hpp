#pragma once

#include <cstdint>
#include <vector>

#include <hg/runtime/machine/observer.hpp>
#include <hg/runtime/machine/run_report.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// A run as a trace keeps it.
struct WatchedRun {
    std::uint64_t number = 0;           ///< the number that observers are told
    Program program;                    ///< what was run
    std::vector<Interval> intervals{};  ///< in no particular order
    double begin = 0;                   ///< seconds on the trace's time axis
    double seconds = 0;                 ///< negative while it is under way
    Target target;                      ///< the rates that its report uses

    /// What the run did with its time.
    [[nodiscard]] RunReport report() const { return run_report(program, target, intervals, seconds); }
};

}  // namespace hg
