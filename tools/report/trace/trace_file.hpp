#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hg/runtime/machine/run_report.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace hgctl {

/// What a trace says about one of its runs.
struct TracedRun {
    std::size_t commands = 0;
    double begin = 0;  ///< seconds on the trace's time axis
    std::vector<std::string> devices;
    hg::RunReport report;
};

/// What a trace says about all of its runs, and how much it has left out.
struct TracedRuns {
    std::vector<TracedRun> runs;
    std::uint64_t dropped_runs = 0;
    std::uint64_t dropped_events = 0;  ///< of these runs and of others
};

/// Reads a trace that hg wrote (HG_TRACE, --trace). Throws hg::Error{io} for a file that cannot be read,
/// {invalid_argument} for one that is no such trace.
TracedRuns read_trace(const std::string& path);

/// When each command of a program began and ended in the one run that a trace has: its copies, transfers and
/// kernels, or its time in its queue if it has none. The lanes stay empty. Throws as read_trace() does, and
/// hg::Error{invalid_argument} if the trace has several runs or one of another program.
hg::Simulation read_measured_run(const std::string& path, const hg::Program& program);

}  // namespace hgctl
