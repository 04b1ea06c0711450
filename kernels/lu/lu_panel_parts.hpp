#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include <hg/runtime/program/instruction.hpp>

/// What the instructions that factor panels have in common.
namespace hg::kernels {

/// Elements of the scratch operand, whatever the kernel.
std::int64_t lu_scratch_elements();

/// An instruction of this name with a panel kernel's operands, scalar and host implementation, and without
/// source, geometry and cost. `most_columns` and `most_rows` (0: any number) are what check() lets pass.
Instruction panel_instruction(ElementType type, const std::string& name, std::int64_t most_columns,
                              std::int64_t most_rows);

/// Sources behind what they share.
std::string panel_source(std::initializer_list<const char*> parts);

/// Build options that all of them take.
std::string panel_options(ElementType type, std::int64_t items);

/// Flops and traffic of factoring A.
Cost panel_cost(const Register& a);

}  // namespace hg::kernels
