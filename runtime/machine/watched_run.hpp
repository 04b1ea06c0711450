#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <hg/runtime/machine/observer.hpp>
#include <hg/runtime/machine/run_report.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// A run as a trace stores it.
struct WatchedRun {
    std::uint64_t number = 0;           ///< the number that observers receive
    Program program;                    ///< the program of the run
    std::vector<Interval> intervals{};  ///< in no particular order
    double begin = 0;                   ///< seconds on the trace's time axis
    double seconds = 0;                 ///< negative while the run is in flight
    /// The rates that its report uses; null: those that the program was built for.
    std::shared_ptr<const Target> target;
    std::string failure{};  ///< as in RunReport

    /// Returns the report of the run: where its time went.
    [[nodiscard]] RunReport report() const;
};

}  // namespace hg
