#pragma once

#include <string>

#include "tools/hgctl/bench/bench_kernel_report.hpp"

namespace hgctl {

/// A bench of kernels as a page of HTML that needs nothing but itself: rates of kernels and peers over n for
/// each element type, all rows as a table.
std::string kernel_page(const KernelBenchRun& run);

}  // namespace hgctl
