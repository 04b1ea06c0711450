#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// Returns the instruction of this name, made on demand, or null if no family knows the name. You can pass
/// this function to parse() as `find`.
InstructionPtr find(std::string_view name);

/// Returns the names of all instructions with default parameters, for messages and help.
std::vector<std::string> names();

}  // namespace hg::kernels
