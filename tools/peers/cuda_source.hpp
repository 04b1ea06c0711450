#pragma once

#include <string>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

namespace hgctl {

/// The same kernel in CUDA C++, for functions that are device code by default. Of OpenCL C it knows what hg's
/// plain products use: address spaces, work-item functions, barriers, fixed work-groups, int2.
std::string cuda_source(const hg::Instruction& instruction);

/// The macros of the instruction's build options, one element each: "-DTILE_M=16".
std::vector<std::string> cuda_options(const hg::Instruction& instruction);

}  // namespace hgctl
