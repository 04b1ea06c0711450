#pragma once

#include "tools/hgctl/bench/program/program_bench.hpp"
#include "tools/report/report.hpp"

namespace hgctl {

/// Times of each stage at each place, and of the libraries' graphs.
Report program_bench_report(const ProgramBench& bench);

}  // namespace hgctl
