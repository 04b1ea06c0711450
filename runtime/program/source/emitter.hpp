#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "runtime/program/source/syntax_tree.hpp"
#include <hg/runtime/program/source.hpp>

namespace hg::source {

/// Runs a source: its commands go to a ProgramBuilder. `cells` hold the parameters; the rest of them changes.
/// Throws what ProgramBuilder and the library throw, with the place if they know none.
Program emit(const std::shared_ptr<const SyntaxTree>& tree, std::span<std::int64_t> cells,
             const Target& target, const SourceLibrary& library, MemoryPolicy policy,
             const SourceLimits& limits);

}  // namespace hg::source
