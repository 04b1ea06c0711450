#pragma once

#include <string>
#include <vector>

#include "tools/cli/pages/roff.hpp"

namespace CLI {
class App;
}

namespace hgctl {

/// The commands that a page is about: those of a verb, or the verb alone.
using Commands = std::vector<const CLI::App*>;

/// A text with the full stop that ends a sentence.
std::string sentence(std::string_view text);

/// " A B -o FILE": what a command cannot do without, marked up.
std::string required_words(const CLI::App& command);

/// One item for each help, with the names of the commands that share it.
void write_commands(RoffPage& page, const Commands& commands);

/// One item for each option, with the commands that have it unless all have it. If it differs between
/// commands, its forms are bullets. There, "?gemm" stands for the commands with one help whose names differ
/// in their first letter, the type of the elements.
void write_options(RoffPage& page, const Commands& commands);

}  // namespace hgctl
