#pragma once

#include <string>

#include "tools/hgctl/tune/tune_report.hpp"

namespace hgctl {

/// The source of a cell's winner as a file that compiles by itself: a comment with its name, launch, rate and
/// device, the macros it is compiled with, then the source. Throws hg::Error{invalid_argument} for a cell
/// without a winner.
std::string kernel_file(const TuneRun& run, const hg::kernels::TunedCell& cell);

/// The cell whose winner stands for the run: the largest of the first type, operands as they are first.
/// Null if no cell has a winner.
const hg::kernels::TunedCell* main_cell(const TuneRun& run);

}  // namespace hgctl
