#include "tools/report/build_info.hpp"

#include <unistd.h>

#include <array>
#include <ctime>

#include "tools/report/command_text.hpp"

namespace hgctl {
namespace {

/// "2026-11-22T15:40:07Z"
std::string date_now() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%FT%TZ", &parts);
    return text.data();
}

/// "" if the system has none.
std::string host_name() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) return "";
    return name.data();
}

}  // namespace

std::string version_text() {
    const std::string commit = kCommit;
    return std::string("hgctl ") + HG_VERSION + "\nbuild type  " + HG_BUILD_TYPE + "\ncompiler    " +
           HG_COMPILER + "\ncommit      " + (commit.empty() ? "not known" : commit);
}

Json made_by_json() {
    const std::string commit = kCommit;
    const Json version{{"version", HG_VERSION},
                       {"build_type", HG_BUILD_TYPE},
                       {"compiler", HG_COMPILER},
                       {"commit", commit.empty() ? Json() : Json(commit)}};
    return {{"hg", version}, {"date", date_now()}, {"host", host_name()}, {"command", command_text()}};
}

}  // namespace hgctl
