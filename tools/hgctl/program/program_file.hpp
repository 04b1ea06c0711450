#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/cli/command_line.hpp"
#include <hg/blas/registers/read_program.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hgctl {

/// Values by name.
using Assignments = std::map<std::string, std::string>;

/// Reads a list of NAME=VALUE. Throws hg::Error{invalid_argument} naming `option` for an item of another
/// form, or a name that is given twice.
Assignments assignments(const std::vector<std::string>& list, const std::string& option,
                        const std::string& form = "NAME=VALUE");

/// A program's text or its source, and what a subcommand was told of it.
struct ProgramFile {
    std::string path;                 ///< an ordinary file; "-" or /dev/stdin: standard input, a pipe too
    std::vector<std::string> values;  ///< NAME=VALUE for the parameters of a source
    std::string devices = {};         ///< that a source is built for, and a program runs on: as HG_DEVICES

    /// FILE, -p and --devices. This must outlive the parsing.
    void add_options(Command& command);
    /// How its text is read. Throws hg::Error{invalid_argument} for values of another form.
    [[nodiscard]] hg::ProgramTextOptions options() const;
};

/// A program and the text that it was read from.
struct ReadProgram {
    std::string text;
    hg::Program program;
};

/// Returns the machine for which a file is read: read_machine(machine) with as many devices as `file.devices`
/// says, or, if `machine` is empty, this machine's devices with their known rates. Measures nothing.
hg::Target machine_target(const ProgramFile& file, const std::string& machine = {});

/// The text of a file. Standard input ("-") may be a pipe, and is the one that may be; programs are found
/// by their names otherwise. Throws hg::Error{io}.
std::string read_program_text(const std::string& path);

/// The option `--output`, and what it asks for: a text in a file, or on standard output if the name is empty.
Option add_output_option(Command& command, std::string& path,
                         const std::string& help = "Output file (default: standard output)");
void write_text(const std::string& path, const std::string& text);

/// Reads a program's text, or builds a source for machine_target(). Not verified. Throws hg::Error{io};
/// hg::Error{invalid_program} whose message begins with `FILE:LINE:`; hg::Error{invalid_argument} if the
/// values do not fit; and what read_machine() throws.
ReadProgram read_program(const ProgramFile& file, const std::string& machine = {});

/// read_program(), then verify(): for programs that are about to be used.
ReadProgram read_sound_program_and_text(const ProgramFile& file, const std::string& machine = {});
hg::Program read_sound_program(const ProgramFile& file, const std::string& machine = {});

}  // namespace hgctl
