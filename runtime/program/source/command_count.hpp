#pragma once

#include <cstdint>
#include <span>

#include "runtime/program/source/syntax_tree.hpp"
#include <hg/runtime/program/source.hpp>

namespace hg::source {

/// Counts the commands, the registers and the steps of a source before a program is built of it. A loop whose
/// turns are alike is counted by one turn. Throws Error{invalid_program} if there are too many. Calls of
/// library routines count as one command. `cells` hold the parameters; the rest of them changes.
void require_countable(const SyntaxTree& tree, std::span<std::int64_t> cells, std::int64_t devices,
                       const SourceLimits& limits = {});

}  // namespace hg::source
