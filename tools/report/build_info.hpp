#pragma once

#include <string>

namespace hgctl {

/// The commit that hgctl was built from, ending in "-modified" if the tree held other changes; "" if it is
/// not known.
extern const char* const kCommit;

/// What `hgctl --version` prints: version, build type, compiler and commit. The same tree and compiler give
/// the same text.
std::string version_text();

}  // namespace hgctl
