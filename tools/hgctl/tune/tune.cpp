// hgctl tune: the fastest kernels for a device, found by running them; merge: one file of tuned kernels from
// several; worker: runs candidates for the others, which may kill it.
#include <unistd.h>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "runtime/files/read_file.hpp"
#include "tools/cli/atomic_file.hpp"
#include "tools/cli/output_files.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/tune/tune_command.hpp"
#include "tools/report/quantity.hpp"
#include "tools/tuner/worker/measure.hpp"
#include "tools/tuner/worker/worker.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

struct MergeOptions {
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

int run_merge(const MergeOptions& options) {
    check_outputs({{"--output", options.output, true}});
    hg::kernels::TunedResults merged;
    for (const std::string& path : options.files) hg::kernels::merge_tuned(merged, read_tuned(path));
    replace_file(options.output, hg::kernels::to_json(merged.gemms, merged.kernels, merged.unread));
    std::cout << count_text(merged.gemms.size() + merged.kernels.size(), "tuned kernel") << " in "
              << options.output << '\n';
    return kGood;
}

struct WorkerOptions {
    std::string device;
    std::string kernel_folder;
    bool compile_only = false;
    int kept = 1;
};

int run_worker(const WorkerOptions& options) {
    hg::kernels::end_with_parent();
    // Drivers and compilers may print: standard output belongs to the answers.
    const int answers = dup(STDOUT_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    OneDevice chosen = one_device(options.device);
    chosen.options.cache_folder = options.kernel_folder;
    std::unique_ptr<hg::Device> device = make_device(chosen);
    if (options.compile_only) {
        hg::kernels::CompileRunner runner(std::move(device));
        return hg::kernels::serve_candidates(STDIN_FILENO, answers, runner);
    }
    hg::kernels::Measurer runner(std::move(device), {}, options.kept);
    return hg::kernels::serve_candidates(STDIN_FILENO, answers, runner);
}

void add_merge(Command& tune) {
    auto options = std::make_shared<MergeOptions>();
    Command command = tune.subcommand(
        "merge", "Merge files of tuned kernels; the faster result for each device and size stays");
    command
        .option("FILES", options->files,
                "Files such as those in kernels/database, or tuned.json of the cache folder")
        .required()
        .values(1, 1000);
    command.file("-o,--output", options->output, "File to write; it may be one of those read").required();
    command.callback([options] { return run_merge(*options); });
}

/// Not for users: it is what the others start to run candidates in.
void add_worker(Command& tune) {
    auto options = std::make_shared<WorkerOptions>();
    Command command = tune.subcommand("worker", "Run candidates that come on standard input");
    command.hide();
    add_one_device_option(command, options->device);
    command.option("--kernel-folder", options->kernel_folder, "Folder for compiled kernels; else none");
    command.option("--kept", options->kept, "Problems whose operands stay in memory")
        .whole_number(1, kMostSamples);
    command.flag("--compile-only", options->compile_only, "Compile the candidates, do not run them");
    command.callback([options] { return run_worker(*options); });
}

}  // namespace

void add_tune(Command& app) {
    Command tune = app.subcommand("tune", "Find the fastest kernels for a device and save them");
    tune.require_subcommand();
    add_tune_routines(tune);
    add_tune_spmv(tune);
    add_merge(tune);
    add_worker(tune);
}

}  // namespace hgctl
