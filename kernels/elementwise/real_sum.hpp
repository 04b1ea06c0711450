#pragma once

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// C := beta C with a complex C and a real beta, part by part: NaN and Inf stay in their part. Operand C,
/// read and written. Scalar: beta. Types are c32 and c64. Named "real_scale_<type>".
InstructionPtr real_scale(ElementType type);

/// C := beta C + P, likewise. Operands: P; C, of the same shape. Named "real_sum_<type>".
InstructionPtr real_sum(ElementType type);

}  // namespace hg::kernels
