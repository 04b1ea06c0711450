#pragma once

#include <span>

#include "runtime/program/source/parse/parse_state.hpp"

namespace hg::source {

/// An expression of the tree, and which loops' variables it depends on.
struct ParsedExpression {
    ExpressionId id = kNoExpression;
    Dependence depends = 0;
    Place place = 0;
    bool is_condition = false;
};

/// Reads an integer. `operands` are those whose rows, columns and leading dimensions an instruction's
/// expressions name.
ParsedExpression parse_integer(ParseState& state, std::span<const Operand> operands = {});
/// Reads what `if` takes.
ParsedExpression parse_condition(ParseState& state);

}  // namespace hg::source
