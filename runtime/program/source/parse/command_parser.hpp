#pragma once

#include <optional>

#include "runtime/program/source/parse/parse_state.hpp"

namespace hg::source {

/// Reads LD, ST, EXEC, MARK or BAR if one of them comes next.
std::optional<Statement> parse_command(ParseState& state);
/// Reads hg.gemm(N, T, alpha, a, b, beta, c); `hg` comes next.
Statement parse_routine(ParseState& state);

}  // namespace hg::source
