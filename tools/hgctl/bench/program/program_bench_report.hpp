#pragma once

#include <string>
#include <vector>

#include "tools/hgctl/bench/program/program_bench.hpp"
#include "tools/report/json.hpp"

namespace hgctl {

std::string program_bench_headline(const ProgramBench& bench);
/// A line for each stage of each row; the first line is the head.
std::vector<std::vector<std::string>> stage_cells(const ProgramBench& bench);
/// A line for each library and number of workers; the first line is the head.
std::vector<std::vector<std::string>> graph_cells(const ProgramBench& bench);
Json program_bench_json(const ProgramBench& bench);

}  // namespace hgctl
