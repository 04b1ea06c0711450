#pragma once

#include "runtime/program/instruction.hpp"

namespace hg::kernels {

/// C := beta C on one register; operand C, scalar beta. Named "scale_<type>".
InstructionPtr scale(ElementType type);

/// C := 0 without reading C; operand C, no scalars. Named "zero_<type>".
InstructionPtr zero(ElementType type);

}  // namespace hg::kernels
