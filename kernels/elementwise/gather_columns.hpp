#pragma once

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// target(:, j) := source(:, index(j)), or zeros if source has no such column. Operands: index (i32, one
/// column, 0-based), source, target. target has the rows of source, and a column for each index. Named
/// "gather_columns_<type>". Types are f32, f64, c32 and c64.
InstructionPtr gather_columns(ElementType type);

}  // namespace hg::kernels
