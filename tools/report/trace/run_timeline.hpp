#pragma once

#include <string>

#include <hg/runtime/machine/trace.hpp>

namespace hgctl {

/// A run as SVG: for each device a bar for its staging copies, its links and its kernels, with the spans in
/// which they were at work.
std::string run_timeline(const hg::WatchedRun& run);

}  // namespace hgctl
