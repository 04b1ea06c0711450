#include "tools/report/build_info.hpp"

namespace hgctl {
std::string version_text() {
    const std::string commit = kCommit;
    return std::string("hgctl ") + HG_VERSION + "\nbuild type  " + HG_BUILD_TYPE + "\ncompiler    " +
           HG_COMPILER + "\ncommit      " + (commit.empty() ? "not known" : commit);
}

}  // namespace hgctl
