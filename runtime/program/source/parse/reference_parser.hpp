#pragma once

#include <string_view>

#include "runtime/program/source/parse/parse_state.hpp"

namespace hg::source {

/// Rows and columns: b x b. Without any both are kNoExpression.
struct ParsedExtent {
    ExpressionId rows = kNoExpression;
    ExpressionId cols = kNoExpression;
};

// What statements name: registers, devices, tiles, marks, arguments.

ParsedExtent parse_extent(ParseState& state);
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
