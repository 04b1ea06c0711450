#include "tools/report/report_files.hpp"

#include <iostream>

#include "tools/cli/atomic_file.hpp"
#include "tools/report/build_info.hpp"

namespace hgctl {

void ReportFiles::add_options(Command& command, const std::string& page) {
    command
        .option_or("--json", json_, "-",
                   "Write the results as JSON to FILE, or to standard output (-, the default)")
        .value_name("[FILE]");
    command.file("--csv", csv_, "Write the rows to this file as comma-separated values");
    command.file("--html", page_, "Write an HTML page to this file: " + page);
}

void ReportFiles::check(const std::vector<OutputFile>& others, const std::vector<InputFile>& inputs) const {
    std::vector<OutputFile> files = others;
    files.insert(files.end(), {{"--json", replaces_text() ? "" : json_}, {"--csv", csv_}, {"--html", page_}});
    check_outputs(files, inputs);
}

void ReportFiles::write_files(const Report& report) const {
    if (!csv_.empty()) replace_file(csv_, report.csv());
    if (!page_.empty()) replace_file(page_, report.page());
    if (json_.empty()) return;
    Json whole = made_by_json();
    whole.update(report.json());
    // Names that drivers report need not be UTF-8: text() replaces what is not.
    if (replaces_text())
        std::cout << whole.text() << '\n';
    else
        replace_file(json_, whole.text() + "\n");
}

void ReportFiles::write(const Report& report) const {
    write_files(report);
    if (replaces_text()) return;
    report.print(std::cout);
    if (!page_.empty()) std::cout << "The report is " << page_ << '\n';
}

}  // namespace hgctl
