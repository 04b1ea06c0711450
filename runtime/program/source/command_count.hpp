#pragma once

#include <cstdint>
#include <span>

#include "runtime/program/source/syntax_tree.hpp"
#include <hg/runtime/program/source.hpp>

namespace hg::source {

/// Counts the commands, registers and steps of a source before a program is built from it. Counts only one
/// iteration of a loop whose iterations are alike. Throws Error{invalid_program} if there are too many. A
/// call of a library routine counts as one command. `cells` contains the parameters; the other cells change.
void require_countable(const SyntaxTree& tree, std::span<std::int64_t> cells, std::int64_t devices,
                       const SourceLimits& limits = {});

}  // namespace hg::source
