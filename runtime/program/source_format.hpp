#pragma once

#include <string>

namespace hg {

/// A source in its standard form: one statement a line, blocks indented by 4, spaces around operators and after commas.
/// Comments and single blank lines stay, and so do line breaks within statements. What it means does not change, and the
/// standard form of a standard form is the same. Throws what ProgramSource::parse() throws for text that is no source; `file`
/// stands for it in messages. Thread-safe.
std::string format_source(const std::string& text, const std::string& file = {});

}  // namespace hg
