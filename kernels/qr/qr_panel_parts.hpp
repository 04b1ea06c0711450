#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include <hg/runtime/program/instruction.hpp>

/// What the instructions that factor panels of QR have in common.
namespace hg::kernels {

/// Elements of the scratch operand for panels of a type, whatever the kernel.
std::int64_t qr_scratch_elements(ElementType type);

/// Real numbers in an element: steps of sums between work-items take as many times as long.
constexpr int parts_of_element(ElementType type) noexcept {
    return is_complex(type) ? 2 : 1;
}

/// Throws Error{invalid_argument} for a type that is not in floating point.
void require_floating(ElementType type, std::string_view instruction);

/// An instruction of this name with a panel kernel's operands, scalar and host implementation, and without
/// source, geometry and cost; throws Error{invalid_argument} for a type that is not in floating point.
/// `most_columns` and `most_rows` (of rows, 0: any number) are what check() lets pass.
Instruction qr_panel_instruction(ElementType type, const std::string& name, std::int64_t most_columns,
                                 std::int64_t most_rows);

/// The sources of these names behind what all of them need.
std::string qr_source(std::initializer_list<std::string_view> parts);

/// Build options that all of them take.
std::string qr_panel_options(ElementType type, std::int64_t width, std::int64_t items);

/// Flops and traffic of factoring A.
Cost qr_panel_cost(const Register& a);

}  // namespace hg::kernels
