#include "tools/hgctl/cli/json_report.hpp"

#include <iostream>

#include "tools/hgctl/cli/atomic_file.hpp"

namespace hgctl {

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
    // Names that drivers report need not be UTF-8: text() replaces what is not.
    const std::string text = report.text() + "\n";
    if (replaces_text()) {
        std::cout << text;
        return;
    }
    AtomicFile file(path_);
    file.write(text.data(), text.size());
    file.commit();
}

}  // namespace hgctl
