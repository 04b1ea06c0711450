#pragma once

#include <memory>
#include <string>

#include "runtime/program/source/syntax_tree.hpp"

namespace hg::source {

/// Reads a source: its statements, with every name looked up. Throws Error{invalid_program} with file, line
/// and column.
std::shared_ptr<const SyntaxTree> parse_source(std::string text, std::string file);

}  // namespace hg::source
