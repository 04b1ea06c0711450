#pragma once

#include <optional>

#include "runtime/program/source/parse/parse_state.hpp"

namespace hg::source {

// Statements that contain no others.

/// Reads a declaration other than a sub if its keyword comes next. Declarations of the program itself cannot
/// be in a block.
std::optional<Statement> parse_declaration(ParseState& state);
/// Reads LD, ST, EXEC, MARK or BAR if one of them comes next.
std::optional<Statement> parse_command(ParseState& state);
/// Reads hg.gemm(N, T, alpha, a, b, beta, c); `hg` comes next.
Statement parse_routine(ParseState& state);
/// Reads instruction NAME from "FILE" (X: read f32, ...; a: f32), with the lines below that belong to it, and
/// adds it to the tree's lists. The word `instruction` has already been read.
InstructionStatement parse_instruction(ParseState& state);
/// Returns the position of an instruction's name, as EXEC gives it, among the tree's instruction names.
std::uint32_t instruction_position(ParseState& state, const Token& name);

// The things that statements name: registers, devices, tiles, marks, arguments.

/// Rows and columns, such as b x b. If there are none, both are kNoExpression.
struct ParsedExtent {
    ExpressionId rows = kNoExpression;
    ExpressionId cols = kNoExpression;
};

ParsedExtent parse_extent(ParseState& state);
/// Reads [i, j].
void parse_first_element(ParseState& state, ExpressionId& row, ExpressionId& col);
/// Reads a or t[i], but not the `[` before a window's row and column.
RegisterReference parse_register(ParseState& state);
/// Reads a device's name, or gpus[i].
DeviceReference parse_device(ParseState& state);
/// Reads A[i, j] r x c [lower|upper].
TileReference parse_tile(ParseState& state);
/// Reads after "x", "y" if it comes next.
Range parse_after(ParseState& state);
/// Reads a scalar, such as -1, 0.5, $alpha, (2 * i) or (0.5, -1).
Argument parse_scalar(ParseState& state);
/// Reads an argument of a library routine: a register, a number, a scalar, an integer, or any other word.
Argument parse_routine_argument(ParseState& state);
/// Reads an argument for a sub's parameter and adds its dependences to `depends`.
Argument parse_sub_argument(ParseState& state, SubParameter::Kind kind, Dependence& depends);

}  // namespace hg::source
