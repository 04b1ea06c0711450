#pragma once

#include <hg/lapack/getrf.hpp>
#include <string>

#include "tools/hgctl/cli/command_line.hpp"

namespace hgctl {

/// The option `--pivoting partial|tournament|none`; `pivoting` must outlive the parsing.
Option add_pivoting_option(Command& command, hg::Pivoting& pivoting);

/// "partial", "tournament", "none".
std::string word_of(hg::Pivoting pivoting);

}  // namespace hgctl
