#pragma once

#include <string>
#include <vector>

#include "tools/tuner/results/tune_run.hpp"

namespace hgctl {

/// The source of a cell's winner as a file that compiles by itself: a comment with its name, launches, rate
/// and device, then kernel_source(). Throws hg::Error{invalid_argument} for a cell without a winner.
std::string kernel_file(const TuneRun& run, const hg::kernels::TunedCell& cell);

/// For each kernel that wins a cell, in a folder that is there: its kernel_file() in NAME.cl and a program
/// that runs it in NAME.c, as kernel_program() says. The size that is timed is the largest that it wins.
void save_kernels(const std::vector<TuneRun>& runs, const std::string& folder);

/// The cell whose winner stands for the run: the largest of the first type, operands as they are first.
/// Null if no cell has a winner.
const hg::kernels::TunedCell* main_cell(const TuneRun& run);

}  // namespace hgctl
