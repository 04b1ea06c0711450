#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "lapack/getrf.hpp"

namespace hgctl {

/// The option `--pivoting partial|tournament|none`; `pivoting` must outlive the parsing.
CLI::Option* add_pivoting_option(CLI::App& command, hg::Pivoting& pivoting);

/// "partial", "tournament", "none".
std::string word_of(hg::Pivoting pivoting);

}  // namespace hgctl
