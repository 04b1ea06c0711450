#pragma once

#include <string>

#include "tools/cli/command_line.hpp"
#include "tools/cli/output_files.hpp"
#include "tools/report/json.hpp"

namespace hgctl {

/// How a report was made: "hgctl 0.9.0, 2026-11-22T15:40:07Z, on node7".
std::string made_by();

/// The option `--json [FILE]`: figures as JSON, to a file, or to standard output instead of the text.
class JsonReport {
  public:
    void add_option(Command& app);
    /// The file to write, for check_outputs(); without a path for standard output.
    [[nodiscard]] OutputFile file() const;
    /// check_outputs() of this file alone.
    void check() const;

    /// True if standard output belongs to the JSON, and text for people is left out.
    [[nodiscard]] bool replaces_text() const noexcept { return path_ == "-"; }
    /// Writes the report if the option asks for one. Before its members stand `hg`, as version_json() has it,
    /// `date`, UTC in ISO 8601, and `host`, this machine's name.
    void write(const Json& report) const;

  private:
    std::string path_;
};

}  // namespace hgctl
