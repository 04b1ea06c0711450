#pragma once

#include <hg/kernels/gemm_parameters.hpp>
#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// Returns the instruction. Its operands are A, B and C (or the workspace); its scalars are alpha and beta;
/// `guarded` adds one of each. Equal parameters return the same object. Thread-safe.
///
/// In every family except mma and complex_mma, each element of C is a sum by fma over ascending k from zero
/// (for split_k, over a share of k). Then comes alpha * sum (+ beta * C). This holds wherever the element is
/// in a tile. Results therefore depend neither on how C is divided nor on the blocking. The families mma and
/// complex_mma sum in the order of the matrix instruction, which is the same for every element and blocking.
///
/// With `triangle`, tiles of C or steps of k are skipped, and the costs are those of the triangle. If a
/// triangular operand is not square, appending the instruction throws Error{invalid_program}.
///
/// Throws Error{invalid_argument} if the parameters are not divisible as the kernel requires.
InstructionPtr gemm(const GemmParameters& parameters);

/// Returns the instruction C := alpha (W_0 + W_1 + ...) + beta C, summed in this order. Its operands are W (m
/// x n parts) and C (m x n); its scalars are alpha and beta. With `overwrite` C is not read.
InstructionPtr gemm_sum(ElementType type, int parts, bool overwrite);

}  // namespace hg::kernels
