#pragma once

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// A := I, the identity, of a square register of f32, f64, c32 or c64, which is not read. Operand A. Named
/// "identity_<type>".
InstructionPtr identity(ElementType type);

}  // namespace hg::kernels
