#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "runtime/program/source/syntax_tree.hpp"
#include <hg/runtime/program/source.hpp>

namespace hg::source {

/// Runs a source and passes its commands to a ProgramBuilder. `cells` contains the parameters; the other
/// cells change. Throws the errors of ProgramBuilder and the library, with the place in the source added if
/// they have none.
Program emit(const std::shared_ptr<const SyntaxTree>& tree, std::span<std::int64_t> cells,
             const Target& target, const SourceLibrary& library, MemoryPolicy policy,
             const SourceLimits& limits);

}  // namespace hg::source
