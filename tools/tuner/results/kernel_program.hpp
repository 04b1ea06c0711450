#pragma once

#include <string>
#include <vector>

#include "tools/tuner/problem/kernel_example.hpp"
#include <hg/runtime/program/instruction.hpp>

namespace hgctl {

/// The options of an instruction's compiler as lines of its source: "#define TILE_M 64\n...". What cannot be
/// said in a source is `others`. Those without newer instructions, if OpenCL's compiler refuses some.
struct SourceOptions {
    std::string defines;
    std::string others;
};
SourceOptions source_options(const hg::Instruction& instruction);

/// The instructions' sources as one file, each behind its source_options().defines. If there are several, the
/// macro LAUNCH, from 1 on, says which of them is compiled: the first, if it is not defined.
std::string kernel_source(const std::vector<hg::InstructionPtr>& instructions);

/// A kernel as a program has it: instructions that are launched one after the other.
struct ProgramOfKernel {
    std::string name;
    std::string source_file;  ///< holds kernel_source() of the instructions
    std::vector<hg::InstructionPtr> instructions;
    hg::kernels::KernelExample checked;  ///< a small problem
    hg::kernels::KernelExample timed;    ///< with the same registers and launches, but for the extents
    double amount = 0;                   ///< what the rate of the timed problem counts
    std::string unit;                    ///< of the rate: 1e9 of them a second: "GFLOP/s"
};

/// A program in C that needs nothing but OpenCL and `source_file`. It builds the kernel for the first device,
/// or the first with its argument in the name. It runs the checked problem on random numbers and compares a
/// few elements with those of the host implementations, which are run here. Then it times the other problem
/// and prints the rate. Its exit status is 0 if all is well, else 1. Throws hg::Error as the instructions'
/// checks do.
std::string kernel_program(const ProgramOfKernel& kernel);

}  // namespace hgctl
