#pragma once

#include <memory>

#include "runtime/program/source/syntax_tree.hpp"
#include <hg/runtime/program/source.hpp>

namespace hg::source {

/// Returns the instruction that a source declares. `library` reads its file and finds its host
/// implementation. Passes on the errors of both, and throws Error{invalid_program} for impossible needs.
InstructionPtr make_instruction(const std::shared_ptr<const SyntaxTree>& tree,
                                const InstructionDeclaration& declared, const Environment& environment,
                                const SourceLibrary& library);

}  // namespace hg::source
