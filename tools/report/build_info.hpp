#pragma once

#include <string>

#include "tools/report/json.hpp"

namespace hgctl {

/// The commit that hgctl was built from, ending in "-modified" if the tree held other changes; "" if it is
/// not known.
extern const char* const kCommit;

/// What `hgctl --version` prints: version, build type, compiler and commit. The same tree and compiler give
/// the same text.
std::string version_text();

/// How a report was made, as its members: `hg`, what version_text() tells, in which a commit that is not
/// known is null; `date`, UTC in ISO 8601; `host`, this machine's name; `command`, command_text().
Json made_by_json();

}  // namespace hgctl
