// hgctl program fmt: a source in its standard form.
#include <iostream>
#include <memory>
#include <string>

#include "tools/cli/atomic_file.hpp"
#include "tools/cli/output_files.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include <hg/runtime/program/source_format.hpp>

namespace hgctl {
namespace {

struct FmtOptions {
    std::string path;
    std::string output;
    bool check = false;
};

int run(const FmtOptions& options) {
    check_outputs({{"--output", options.output, true}}, {{"FILE", options.path}});
    const std::string text = read_program_text(options.path);
    const std::string formatted = hg::format_source(text, options.path);
    if (options.check && formatted != text) {
        std::cerr << options.path << ": not in its standard form\n";
        return kCheckFailed;
    }
    if (options.check) return kGood;
    if (options.output.empty())
        std::cout << formatted;
    else
        replace_file(options.output, formatted);
    return kGood;
}

}  // namespace

void add_program_fmt(Command& app, int& status) {
    auto options = std::make_shared<FmtOptions>();
    Command command =
        app.subcommand("fmt", "Print a source in its standard form: indentation, spaces, lines");
    command.option("FILE", options->path, "The source; - for standard input").value_name("").required();
    Option output = command.option("-o,--output", options->output,
                                   "File to write to, which may be FILE (default: standard output)");
    output.value_name("FILE");
    command.flag("--check", options->check, "Print nothing; exit status 1 if the source has another form")
        .excludes(output);
    command.callback([options, &status] { status = run(*options); });
}

}  // namespace hgctl
