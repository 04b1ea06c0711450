#pragma once

#include <string>

#include "tools/cli/command_line.hpp"
#include <hg/lapack/lu_options.hpp>

namespace hgctl {

/// The option `--pivoting partial|tournament|none`; `pivoting` must outlive the parsing.
Option add_pivoting_option(Command& command, hg::Pivoting& pivoting);

/// "partial", "tournament", "none".
std::string word_of(hg::Pivoting pivoting);

}  // namespace hgctl
