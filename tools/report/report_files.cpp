#include "tools/report/report_files.hpp"

#include <iostream>

#include "tools/cli/atomic_file.hpp"

namespace hgctl {

void ReportFiles::add_options(Command& command, const std::string& page) {
    json_.add_option(command);
    command.option("--csv", csv_, "Write the rows to this file, with commas between their figures")
        .value_name("FILE");
    command.option("--html", page_, "Write a page to this file: " + page).value_name("FILE");
}

void ReportFiles::check(const std::vector<OutputFile>& others, const std::vector<InputFile>& inputs) const {
    std::vector<OutputFile> files = others;
    files.insert(files.end(), {json_.file(), {"--csv", csv_}, {"--html", page_}});
    check_outputs(files, inputs);
}

void ReportFiles::write_files(const Report& report) const {
    if (!csv_.empty()) replace_file(csv_, report.csv());
    if (!page_.empty()) replace_file(page_, report.page());
    json_.write(report.json());
}

void ReportFiles::write(const Report& report) const {
    write_files(report);
    if (replaces_text()) return;
    report.print(std::cout);
    if (!page_.empty()) std::cout << "The report is " << page_ << '\n';
}

}  // namespace hgctl
