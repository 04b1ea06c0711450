#pragma once

#include <string>

#include "tools/hgctl/program/kernel_program.hpp"
#include "tools/hgctl/tune/tune_report.hpp"
#include <hg/kernels/gemm.hpp>

namespace hgctl {

/// The source of a cell's winner as a file that compiles by itself: a comment with its name, launch, rate and
/// device, the macros it is compiled with, then the source. Throws hg::Error{invalid_argument} for a cell
/// without a winner.
std::string kernel_file(const TuneRun& run, const hg::kernels::TunedCell& cell);

/// Operands of a GEMM kernel for a problem, without gaps; alpha = 1, beta = 0.5.
KernelExample gemm_example(const hg::kernels::GemmParameters& parameters,
                           const hg::kernels::TuningProblem& problem);

/// For each kernel that wins a cell, in a folder that is there: its kernel_file() in NAME.cl and a program that runs it in NAME.c,
/// as kernel_program() says. The size that is timed is the largest that it wins.
void save_kernels(const TuneRun& run, const std::string& folder);

/// The cell whose winner stands for the run: the largest of the first type, operands as they are first.
/// Null if no cell has a winner.
const hg::kernels::TunedCell* main_cell(const TuneRun& run);

}  // namespace hgctl
