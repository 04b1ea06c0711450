#pragma once

#include <string>

#include "runtime/program/source/source_text.hpp"

namespace hg::source {

/// The source in its standard form. It must be one that can be read.
std::string formatted(const SourceText& source);

}  // namespace hg::source
