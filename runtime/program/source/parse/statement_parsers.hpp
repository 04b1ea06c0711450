#pragma once

#include <optional>

#include "runtime/program/source/parse/parse_state.hpp"

namespace hg::source {

// Statements that hold no others.

/// Reads a declaration if its word comes next, but no sub. Those of the program itself stand in no block.
std::optional<Statement> parse_declaration(ParseState& state);
/// Reads LD, ST, EXEC, MARK or BAR if one of them comes next.
std::optional<Statement> parse_command(ParseState& state);
/// Reads hg.gemm(N, T, alpha, a, b, beta, c); `hg` comes next.
Statement parse_routine(ParseState& state);
/// instruction NAME from "FILE" (X: read f32, ...; a: f32), with the lines below that belong to it. The word
/// `instruction` has been read. Adds it to the tree's lists.
InstructionStatement parse_instruction(ParseState& state);
/// The position of what EXEC names, among the tree's names of instructions.
std::uint32_t instruction_position(ParseState& state, const Token& name);

// What statements name: registers, devices, tiles, marks, arguments.

/// Rows and columns: b x b. Without any both are kNoExpression.
struct ParsedExtent {
    ExpressionId rows = kNoExpression;
    ExpressionId cols = kNoExpression;
};

ParsedExtent parse_extent(ParseState& state);
/// [i, j]
void parse_first_element(ParseState& state, ExpressionId& row, ExpressionId& col);
/// a, or t[i]. `[` before a window's row and column is not read.
RegisterReference parse_register(ParseState& state);
/// A device's name, or gpus[i].
DeviceReference parse_device(ParseState& state);
/// A[i, j] r x c [lower|upper]
TileReference parse_tile(ParseState& state);
/// after "x", "y", if it comes next.
Range parse_after(ParseState& state);
/// -1, 0.5, $alpha, (2 * i), (0.5, -1)
Argument parse_scalar(ParseState& state);
/// An argument of a library routine: a register, a number, a scalar, an integer, or any other word.
Argument parse_routine_argument(ParseState& state);
/// An argument for a sub's parameter. What it depends on is added to `depends`.
Argument parse_sub_argument(ParseState& state, SubParameter::Kind kind, Dependence& depends);

}  // namespace hg::source
