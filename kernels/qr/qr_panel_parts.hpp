#pragma once

#include <cstdint>
#include <string>

#include <hg/runtime/program/instruction.hpp>

/// What the instructions that factor panels of QR have in common.
namespace hg::kernels {

/// Elements of the scratch operand, whatever the kernel.
std::int64_t qr_scratch_elements();

/// An instruction of this name with a panel kernel's operands, scalar and host implementation, and without
/// source, geometry and cost. `most_columns` and `most_rows` (of rows, 0: any number) are what check() lets pass.
Instruction qr_panel_instruction(ElementType type, const std::string& name, std::int64_t most_columns,
                                 std::int64_t most_rows);

/// Build options that all of them take.
std::string qr_panel_options(ElementType type, std::int64_t width, std::int64_t items);

/// Flops and traffic of factoring A.
Cost qr_panel_cost(const Register& a);

}  // namespace hg::kernels
