#pragma once

#include <string>
#include <vector>

#include <hg/runtime/machine/run_report.hpp>

namespace hgctl {

/// What a trace says about one of its runs.
struct TracedRun {
    std::size_t commands = 0;
    std::vector<std::string> devices;
    hg::RunReport report;
};

/// The runs of a trace that hg wrote (HG_TRACE, --trace). Throws hg::Error{io} for a file that cannot be
/// read, {invalid_argument} for one that is no such trace.
std::vector<TracedRun> read_trace(const std::string& path);

}  // namespace hgctl
