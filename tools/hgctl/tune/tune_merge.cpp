// hgctl tune merge: one file of tuned kernels from several.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "runtime/files/read_file.hpp"
#include "tools/cli/atomic_file.hpp"
#include "tools/cli/output_files.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/report/quantity.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

struct Options {
    std::vector<std::string> files;
    std::string output;
};

hg::kernels::TunedResults read_tuned(const std::string& path) {
    const std::string text = hg::read_existing_file(path);
    try {
        return hg::kernels::parse_tuned_results(text);
    } catch (const hg::Error& error) {
        throw hg::Error(error.code(), path + ": " + error.message());
    }
}

int run_merge(const Options& options) {
    check_outputs({{"--output", options.output, true}});
    hg::kernels::TunedResults merged;
    for (const std::string& path : options.files) hg::kernels::merge_tuned(merged, read_tuned(path));
    replace_file(options.output, hg::kernels::to_json(merged.gemms, merged.kernels, merged.unread));
    std::cout << count_text(merged.gemms.size() + merged.kernels.size(), "tuned kernel") << " in "
              << options.output << '\n';
    return kGood;
}

}  // namespace

void add_tune_merge(Command& tune, int& status) {
    auto options = std::make_shared<Options>();
    Command command = tune.subcommand(
        "merge", "Merge files of tuned kernels; of two for the same device and size the faster one stays");
    command.option("FILES", options->files, "Files as in kernels/database, or tuned.json of the cache folder")
        .required()
        .values(1, 1000);
    command.option("-o,--output", options->output, "File to write; it may be one of those read")
        .required()
        .value_name("FILE");
    command.callback([options, &status] { status = run_merge(*options); });
}

}  // namespace hgctl
