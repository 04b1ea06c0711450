#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// The instruction of this name, made on demand. Null if no family knows the name. It can be
/// the `find` of parse().
InstructionPtr find(std::string_view name);

/// The names of all instructions with default parameters, for messages and help.
std::vector<std::string> names();

}  // namespace hg::kernels
