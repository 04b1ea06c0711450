#pragma once

#include <string>

#include "tools/cli/pages/manual.hpp"

namespace hgctl {

/// What manual pages say and --help doesn't, and the examples, which both show.
const Manual& manual();

/// "Exit status: 0 success; ...": the statuses of the manual in one line.
std::string exit_status_text();

}  // namespace hgctl
