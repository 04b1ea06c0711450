#pragma once

#include <string>
#include <vector>

#include "tools/cli/command_line.hpp"
#include "tools/cli/output_files.hpp"
#include "tools/report/report.hpp"

namespace hgctl {

/// The options that say where a report goes: `--json [FILE]`, `--csv FILE` and `--html FILE`.
class ReportFiles {
  public:
    /// `page` is what stands on the page: "bandwidths over size".
    void add_options(Command& command, const std::string& page = "all results");
    /// check_outputs() of these files and of others that the command writes.
    void check(const std::vector<OutputFile>& others = {}, const std::vector<InputFile>& inputs = {}) const;

    /// True if standard output belongs to the JSON, and text for people is left out.
    [[nodiscard]] bool replaces_text() const noexcept { return json_ == "-"; }
    /// The file of the page; empty if none was asked for.
    [[nodiscard]] const std::string& page() const noexcept { return page_; }
    /// Writes the files that were asked for. JSON begins with made_by_json().
    void write_files(const Report& report) const;
    /// Likewise, and prints the text unless JSON replaces it.
    void write(const Report& report) const;

  private:
    std::string json_, csv_, page_;
};

}  // namespace hgctl
