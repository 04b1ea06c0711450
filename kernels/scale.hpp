#pragma once

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// Returns the instruction C := beta C on one register. Operand: C. Scalar: beta. Its name is "scale_<type>".
InstructionPtr scale(ElementType type);

/// Returns the instruction C := 0 on one register, without reading C. Operand: C. No scalars. Its name is
/// "zero_<type>".
InstructionPtr zero(ElementType type);

}  // namespace hg::kernels
