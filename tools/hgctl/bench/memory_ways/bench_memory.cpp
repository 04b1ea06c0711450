// hgctl bench memory: what the levels of a device's memory are worth, by one product done in several ways.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tools/hgctl/bench/bench_columns.hpp"
#include "tools/hgctl/bench/memory_ways/memory_run.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/ending_signals.hpp"
#include "tools/hgctl/size_grid.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include "tools/workload/operands/host_memory.hpp"

namespace hgctl {
namespace {

struct Options {
    std::string device;
    std::vector<std::string> versions = memory_version_words();
    std::vector<int> blocks{1, 2, 4, 8, 16, 32};
    std::string type = "f64";
    std::string sizes;
    int runs = 3;
    std::string matrix;
    ReportFiles files;
};

MemoryPlan plan_of(const Options& options, const std::vector<OneDevice>& devices) {
    const bool fast = std::all_of(devices.begin(), devices.end(),
                                  [](const OneDevice& device) { return device.model.is_gpu; });
    const std::string standard = fast ? "128:4096:log" : "128:1024:log";
    return {.versions = memory_versions(options.versions, options.blocks),
            .sizes = parse_sizes(options.sizes.empty() ? standard : options.sizes, "--sizes"),
            .type = type_of(options.type),
            .runs = options.runs};
}

void require_fits_everywhere(const MemoryPlan& plan, const std::vector<OneDevice>& devices) {
    for (const OneDevice& device : devices) require_fits(plan, device);
    const auto n = static_cast<double>(plan.sizes.back());
    require_host_memory("three matrices of order " + std::to_string(plan.sizes.back()),
                        3 * n * n * static_cast<double>(hg::size_of(plan.type)));
}

int run_bench_memory(const Options& options) {
    options.files.check({{"--print", options.matrix}});
    const std::vector<OneDevice> devices = chosen_devices(options.device);
    const MemoryPlan plan = plan_of(options, devices);
    require_fits_everywhere(plan, devices);
    const auto database = tuned_kernels(devices.front().options.cache_folder);
    const Interruption interruption;
    const MemoryRun run = run_memory(plan, devices, database, [&] { return interruption.requested(); });
    int status = run.interrupted ? kCheckFailed : kGood;
    for (const MemoryRow& row : run.rows)
        status =
            std::max(status, status_of(row.error, row.version.label() + " at n = " + std::to_string(row.n)));
    if (!options.matrix.empty() && run.last.data) write_npy(options.matrix, run.last);
    Report report = memory_report(run);
    if (!options.matrix.empty()) report.line("C of the last row is " + options.matrix);
    options.files.write(report);
    return status;
}

}  // namespace

void add_bench_memory(Command& bench, int& status) {
    auto options = std::make_shared<Options>();
    Command command = bench.subcommand(
        "memory",
        "One product from global memory, through local memory and by the tuned kernel, and on the CPU");
    command.option(
        "--device,--devices", options->device,
        "Devices to measure one after the other, as in HG_DEVICES; else the first GPU, else the first "
        "device");
    command.option("--versions", options->versions, "Ways to compute the product")
        .list()
        .one_of(memory_version_words())
        .show_default();
    command.option(
        "--sizes", options->sizes,
        "Orders of the matrices, for example 100,1000 or 512:8192:log (128:4096:log; on a CPU to 1024)");
    command.option("--block", options->blocks, "Edges of the tiles in local memory")
        .list()
        .whole_number(1, 1024)
        .show_default();
    command.option("--type", options->type, "Element type").one_of(type_words()).show_default();
    command
        .option("--runs", options->runs, "Timed runs of each row; those of two seconds and more count alone")
        .whole_number(1, 100000)
        .show_default();
    command.option("--print", options->matrix, "Write C of the last row to this .npy file")
        .value_name("FILE");
    options->files.add_options(command, "time over n, and over the edge of the tiles, all rows");
    command.callback([options, &status] { status = run_bench_memory(*options); });
}

}  // namespace hgctl
