#include "json_report.hpp"

#include <iostream>

#include "atomic_file.hpp"

namespace hgctl {

void JsonReport::add_option(CLI::App& app) {
    const auto set = [this](const std::string& path) {
        if (path.empty()) throw CLI::ValidationError("--json", "its value is empty");
        path_ = path;
    };
    app.add_option_function<std::string>(
           "--json", set, "Print the figures as JSON: to FILE, or to standard output (-, the default)")
        ->type_name("[FILE]")
        ->expected(0, 1)
        ->default_str("-");
}

OutputFile JsonReport::file() const {
    return {"--json", replaces_text() ? "" : path_};
}

void JsonReport::check() const {
    check_outputs({file()});
}

void JsonReport::write(const nlohmann::ordered_json& report) const {
    if (path_.empty()) return;
    // Names that drivers report need not be UTF-8: replace what is not.
    const std::string text = report.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    if (replaces_text()) {
        std::cout << text;
        return;
    }
    AtomicFile file(path_);
    file.write(text.data(), text.size());
    file.commit();
}

}  // namespace hgctl
