#pragma once

#include <optional>

#include "runtime/program/source/parse/parse_state.hpp"

namespace hg::source {

/// Reads a declaration if its word comes next, but no sub. Those of the program itself stand in no block.
std::optional<Statement> parse_declaration(ParseState& state);

}  // namespace hg::source
