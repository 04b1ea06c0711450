#pragma once

#include <hg/kernels/gemm_parameters.hpp>
#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// Makes the instruction. Its operands are A, B, C (or the workspace), its scalars alpha and beta; `guarded`
/// adds its own. Equal parameters give the same object. Thread-safe.
///
/// In every family but mma and complex_mma, each element of C is a sum by fma over ascending k from zero (over a share of k
/// for split_k), then alpha * sum (+ beta * C), wherever the element lies in a tile. So results depend
/// neither on how C is divided nor on the blocking. Those two sum in the order of the matrix instruction, the same
/// for every element and blocking.
///
/// With `triangle`, tiles of C or steps of k are left out, and the costs are those of the triangle. A triangular
/// operand that is not square is an Error{invalid_program} when the instruction is appended.
///
/// Throws Error{invalid_argument} if the parameters do not divide as the kernel needs.
InstructionPtr gemm(const GemmParameters& parameters);

/// C := alpha (W_0 + W_1 + ...) + beta C, in this order. Operands are W (m x n parts) and C (m x n), scalars
/// are alpha and beta. With `overwrite` C is not read.
InstructionPtr gemm_sum(ElementType type, int parts, bool overwrite);

}  // namespace hg::kernels
