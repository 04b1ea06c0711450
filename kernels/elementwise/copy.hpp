#pragma once

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// target := source, two registers of one shape with any leading dimensions. Operands source (read) and
/// target (written). Named "copy_<type>".
InstructionPtr copy(ElementType type);

}  // namespace hg::kernels
