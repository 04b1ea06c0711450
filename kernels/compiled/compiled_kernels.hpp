#pragma once

#include <string_view>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// What ships compiled of a kernel's source with these build options: for some kinds of devices, or for none.
std::vector<CompiledKernel> compiled_kernels(std::string_view build_options, std::string_view source);

/// An instruction that is complete, with its compiled kernels.
InstructionPtr finished(Instruction instruction);

}  // namespace hg::kernels
