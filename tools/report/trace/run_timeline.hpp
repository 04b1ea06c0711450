#pragma once

#include <string>

#include <hg/runtime/machine/trace.hpp>

namespace hgctl {

/// A run as a figure: for each device a lane for its staging copies, its links and its kernels, with the
/// spans in which they were at work, and their share of the run.
std::string run_timeline(const hg::WatchedRun& run);

}  // namespace hgctl
