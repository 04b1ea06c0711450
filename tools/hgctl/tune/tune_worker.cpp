// hgctl tune worker: runs candidates for `hgctl tune`, which may kill it.
#include <unistd.h>

#include <memory>
#include <string>

#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/tune/tune_command.hpp"
#include "tools/tuner/worker/measure.hpp"
#include "tools/tuner/worker/worker.hpp"

namespace hgctl {
namespace {

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

}  // namespace

void add_tune_worker(Command& tune, int& status) {
    auto options = std::make_shared<WorkerOptions>();
    Command command = tune.subcommand("worker", "Run candidates that come on standard input");
    command.hide();
    add_one_device_option(command, options->device);
    command.option("--kernel-folder", options->kernel_folder, "Folder for compiled kernels; else none");
    command.option("--kept", options->kept, "Problems whose operands stay in memory")
        .whole_number(1, kMostSamples);
    command.flag("--compile-only", options->compile_only, "Compile the candidates, do not run them");
    command.callback([options, &status] { status = run_worker(*options); });
}

}  // namespace hgctl
