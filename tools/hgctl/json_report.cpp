#include "json_report.hpp"

#include <iostream>

#include "atomic_file.hpp"

namespace hgctl {

void JsonReport::add_option(CLI::App& app) {
    app.add_option("--json", path_,
                   "Print the figures as JSON: to FILE, or to standard output (-, the default)")
        ->type_name("[FILE]")
        ->expected(0, 1)
        ->default_str("-");
}

void JsonReport::check() const {
    if (!path_.empty() && !replaces_text()) require_writable(path_);
}

void JsonReport::write(const nlohmann::ordered_json& report) const {
    if (path_.empty()) return;
    // Names that drivers report need not be UTF-8: replace what is not.
    const std::string text = report.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    if (replaces_text()) {
        std::cout << text << std::flush;
        return;
    }
    AtomicFile file(path_);
    file.write(text.data(), text.size());
    file.commit();
}

}  // namespace hgctl
