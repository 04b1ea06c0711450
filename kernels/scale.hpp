#pragma once

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// C := beta C on one register. Operand C, scalar beta. Its name is "scale_<type>".
InstructionPtr scale(ElementType type);

/// C := 0 on one register, without reading C. Operand C, no scalars. Its name is "zero_<type>".
InstructionPtr zero(ElementType type);

}  // namespace hg::kernels
