#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/source.hpp>
#include <hg/runtime/program/target.hpp>

namespace hgctl {

/// True if the first statement of a text is `hg program 2`.
bool is_source(std::string_view text);

/// The program of a source with another value of one parameter.
struct SourceVariant {
    std::string change;  ///< "b = 4096"
    hg::Program program;
};

/// A source with values for its parameters, for the devices that it declares, else for this machine's.
class ProgramSourceFile {
  public:
    /// `values`: NAME=VALUE for its parameters. `path` stands for it in messages; the files that it names lie in that
    /// folder. Throws hg::Error{invalid_program} whose message begins with `FILE:LINE:COLUMN:`,
    /// hg::Error{invalid_argument}, hg::Error{io}.
    ProgramSourceFile(const std::string& text, const std::string& path,
                      const std::vector<std::string>& values);

    /// Throws as the constructor does.
    [[nodiscard]] hg::Program build() const;

    /// The programs with one parameter doubled or halved that have the matrices of `program`, which build() made: so
    /// block sizes change, the problem does not. Programs of more than 200000 commands have none, and are none.
    [[nodiscard]] std::vector<SourceVariant> variants(const hg::Program& program) const;

  private:
    hg::SourceValues values_;
    hg::ProgramSource source_;
    hg::SourceLibrary library_;
    hg::Target target_;
};

}  // namespace hgctl
