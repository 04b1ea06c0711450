#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/hgctl/cli/command_line.hpp"
#include "tools/hgctl/program/program_source_file.hpp"
#include <hg/runtime/program/program.hpp>

namespace hgctl {

/// A program's text or its source, and what a subcommand was told of it.
struct ProgramFile {
    std::string path;                 ///< an ordinary file; "-" or /dev/stdin: standard input, a pipe too
    std::vector<std::string> values;  ///< NAME=VALUE for the parameters of a source

    /// FILE and -p. This must outlive the parsing.
    void add_options(Command& command);
};

/// A program, and the source that it was built of, if any.
struct ReadProgram {
    hg::Program program;
    std::optional<ProgramSourceFile> source;
};

/// Reads a program's text, or builds a source. Not verified.
/// Throws hg::Error{io}; hg::Error{invalid_program} whose message begins with `FILE:LINE:`; hg::Error{invalid_argument} if
/// the values do not fit.
ReadProgram read_program(const ProgramFile& file);

/// read_program(), then verify(): for programs that are about to be used.
ReadProgram read_sound_program_and_source(const ProgramFile& file);
hg::Program read_sound_program(const ProgramFile& file);

}  // namespace hgctl
