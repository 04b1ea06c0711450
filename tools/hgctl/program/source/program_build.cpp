// hgctl program build: a source for its parameters and devices, as a program.
#include <iostream>
#include <memory>
#include <string>

#include "tools/cli/atomic_file.hpp"
#include "tools/cli/output_files.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include "tools/hgctl/program/source/moved_program.hpp"
#include <hg/runtime/program/text.hpp>

namespace hgctl {
namespace {

struct BuildOptions {
    ProgramFile file;
    std::string output;
};

void run(const BuildOptions& options) {
    check_outputs({{"--output", options.output}}, {{"FILE", options.file.path}});
    const std::string text =
        hg::print(moved(read_sound_program(options.file), options.file.path, options.output));
    if (options.output.empty())
        std::cout << text;
    else
        replace_file(options.output, text);
}

}  // namespace

void add_program_build(Command& app, int& status) {
    auto options = std::make_shared<BuildOptions>();
    Command command =
        app.subcommand("build", "Build a program of a source: slots and dependencies are derived");
    options->file.add_options(command);
    command.option("-o,--output", options->output, "File to write to (default: standard output)")
        .value_name("FILE");
    command.callback([options, &status] {
        run(*options);
        status = kGood;
    });
}

}  // namespace hgctl
