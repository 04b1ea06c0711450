#pragma once

#include <span>

#include "runtime/program/source/parse/parse_state.hpp"

namespace hg::source {

/// An expression of the tree, and the loop variables on which it depends.
struct ParsedExpression {
    ExpressionId id = kNoExpression;
    Dependence depends = 0;
    Place place = 0;
    bool is_condition = false;
};

/// Reads an integer expression. In an instruction's declaration, it may name the rows, columns and leading
/// dimensions of `operands`.
ParsedExpression parse_integer(ParseState& state, std::span<const Operand> operands = {});
/// Reads the condition of an `if`.
ParsedExpression parse_condition(ParseState& state);

}  // namespace hg::source
