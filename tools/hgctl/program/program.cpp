// hgctl program: programs of the machine as text. build and fmt stand here.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "tools/cli/output_files.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/instruction.hpp>
#include <hg/runtime/program/source_format.hpp>
#include <hg/runtime/program/text.hpp>

namespace hgctl {
namespace {

/// The program with the files of its instructions as they are called from the folder of another file: what
/// was read as `from` is to be written as `to`. An empty name stands for standard output, whose folder is
/// the current one.
hg::Program moved(const hg::Program& program, const std::string& from, const std::string& to) {
    const std::filesystem::path before = std::filesystem::path(from).parent_path();
    const std::filesystem::path after = std::filesystem::path(to).parent_path();
    const bool names_files = std::any_of(program.instructions().begin(), program.instructions().end(),
                                         [](const auto& i) { return !i->origin.file.empty(); });
    if (before == after || !names_files) return program;
    const auto move = [&](std::string& file) {
        if (file.empty() || std::filesystem::path(file).is_absolute()) return;
        std::error_code fault;
        const std::filesystem::path found = proximate(before / file, after.empty() ? "." : after, fault);
        if (fault) throw hg::Error(hg::ErrorCode::io, (before / file).string() + ": " + fault.message());
        file = found.string();
    };
    hg::ProgramParts parts = program.parts();
    for (hg::InstructionPtr& instruction : parts.instructions) {
        if (instruction->origin.file.empty()) continue;
        hg::Instruction renamed = *instruction;
        move(renamed.origin.file);
        move(renamed.origin.host);
        check_instruction(renamed);
        instruction = std::make_shared<const hg::Instruction>(std::move(renamed));
    }
    return hg::Program(std::move(parts));
}

struct BuildOptions {
    ProgramFile file;
    std::string output;

    void add_options(Command& command) {
        file.add_options(command);
        add_output_option(command, output);
    }
};

void run_build(const BuildOptions& options) {
    check_outputs({{"--output", options.output}}, {{"FILE", options.file.path}});
    write_text(options.output,
               hg::print(moved(read_sound_program(options.file), options.file.path, options.output)));
}

struct FmtOptions {
    std::string path;
    std::string output;
    bool check = false;

    void add_options(Command& command) {
        command.option("FILE", path, "The source; - for standard input").value_name("").required();
        const Option to =
            add_output_option(command, output, "Output file, which may be FILE (default: standard output)");
        command
            .flag("--check", check, "Print nothing; exit with status 1 if the source is not in standard form")
            .excludes(to);
    }
};

int run_fmt(const FmtOptions& options) {
    check_outputs({{"--output", options.output, true}}, {{"FILE", options.path}});
    const std::string text = read_program_text(options.path);
    const std::string formatted = hg::format_source(text, options.path);
    if (!options.check) {
        write_text(options.output, formatted);
        return kGood;
    }
    if (formatted == text) return kGood;
    std::cerr << options.path << ": not in its standard form\n";
    return kCheckFailed;
}

}  // namespace

void add_program(Command& app) {
    Command program = app.subcommand("program",
                                     "Build, format, print, verify, check, simulate, draw, analyze, compare "
                                     "and run programs in text form");
    program.require_subcommand();
    add_verb(program, "build", "Build a program from a source: derive memory plan and dependencies",
             run_build);
    add_verb(program, "fmt", "Format a source: indentation, spaces, lines", run_fmt);
    add_program_print(program);
    add_program_machine(program);
    add_program_verify(program);
    add_program_check(program);
    add_program_simulate(program);
    add_program_graph(program);
    add_program_analyze(program);
    add_program_compare(program);
    add_program_run(program);
    add_program_instructions(program);
}

}  // namespace hgctl
