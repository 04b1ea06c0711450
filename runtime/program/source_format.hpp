#pragma once

#include <string>

namespace hg {

/// Returns a source in its standard form: one statement per line, blocks indented by 4, spaces around
/// operators and after commas. Comments, single blank lines and line breaks within statements are preserved.
/// The meaning does not change, and formatting a text that is already in standard form returns the same text.
/// Throws what ProgramSource::parse() throws if the text is not a source; `file` is its name in messages.
/// Thread-safe.
std::string format_source(const std::string& text, const std::string& file = {});

}  // namespace hg
