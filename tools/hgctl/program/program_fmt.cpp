// hgctl program fmt: a source in its standard form.
#include <iostream>
#include <string>

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

    void add_options(Command& command) {
        command.option("FILE", path, "The source; - for standard input").value_name("").required();
        const Option to = add_output_option(command, output,
                                            "File to write to, which may be FILE (default: standard output)");
        command.flag("--check", check, "Print nothing; exit status 1 if the source has another form")
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

void add_program_fmt(Command& app, int& status) {
    add_verb(app, "fmt", "Print a source in its standard form: indentation, spaces, lines", status, run_fmt);
}

}  // namespace hgctl
