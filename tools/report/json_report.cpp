#include "tools/report/json_report.hpp"

#include <unistd.h>

#include <array>
#include <ctime>
#include <iostream>

#include "tools/cli/atomic_file.hpp"
#include "tools/report/build_info.hpp"

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

std::string made_by() {
    const std::string version = version_text();
    return version.substr(0, version.find('\n')) + ", " + date_now() + ", on " + host_name();
}

void JsonReport::add_option(Command& app) {
    app.option_or("--json", path_, "-",
                  "Print the figures as JSON: to FILE, or to standard output (-, the default)")
        .value_name("[FILE]");
}

OutputFile JsonReport::file() const {
    return {"--json", replaces_text() ? "" : path_};
}

void JsonReport::check() const {
    check_outputs({file()});
}

void JsonReport::write(const Json& report) const {
    if (path_.empty()) return;
    Json whole{{"hg", version_json()}, {"date", date_now()}, {"host", host_name()}};
    whole.update(report);
    // Names that drivers report need not be UTF-8: text() replaces what is not.
    const std::string text = whole.text() + "\n";
    if (replaces_text()) {
        std::cout << text;
        return;
    }
    replace_file(path_, text);
}

}  // namespace hgctl
