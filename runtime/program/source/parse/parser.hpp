#pragma once

#include <memory>
#include <string>

#include "runtime/program/source/syntax_tree.hpp"

namespace hg::source {

/// Parses a source and looks up every name in it. Throws Error{invalid_program} with file, line and column.
std::shared_ptr<const SyntaxTree> parse_source(std::string text, std::string file);

}  // namespace hg::source
