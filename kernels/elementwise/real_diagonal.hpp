#pragma once

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// A(i, i) := the real part of A(i, i), for a matrix A of any shape: what a hermitian matrix has on its
/// diagonal. Operand A, read and written. Types are c32 and c64. Named "real_diagonal_<type>".
InstructionPtr real_diagonal(ElementType type);

}  // namespace hg::kernels
