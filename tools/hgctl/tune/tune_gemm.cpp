// hgctl tune gemm: finds the fastest kernel for each cell of a grid of sizes.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "kernels/tuner/gemm/gemm_routine.hpp"
#include "kernels/tuner/worker/worker.hpp"
#include "tools/hgctl/bench/size_grid.hpp"
#include "tools/hgctl/cli/atomic_file.hpp"
#include "tools/hgctl/cli/json_report.hpp"
#include "tools/hgctl/cli/progress_bar.hpp"
#include "tools/hgctl/cli/scratch_folder.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/matrices/gemm_words.hpp"
#include "tools/hgctl/pages/tune_page.hpp"
#include "tools/hgctl/program/kernel_file.hpp"
#include "tools/hgctl/tune/tune_report.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

constexpr double kBudget = 150;   ///< seconds for each type
constexpr double kNoLimit = 1e9;  ///< seconds: an exhaustive search that nobody limits
constexpr int kProgressSteps = 1000;

struct Options {
    std::string device;
    std::vector<std::string> types;
    std::optional<double> budget;
    bool full = false;
    bool exhaustive = false;
    std::string method = "coordinate";
    std::vector<std::string> families;
    std::string grid;
    std::string sizes;
    double time_limit = 20;
    std::string page;
    std::string save_kernel;
    bool no_save = false;
    JsonReport json;
};

hg::kernels::SearchMethod search_method(const Options& options) {
    using hg::kernels::SearchMethod;
    if (options.exhaustive || options.method == "exhaustive") return SearchMethod::exhaustive;
    return options.method == "linear" ? SearchMethod::linear : SearchMethod::coordinate;
}

/// The types asked for, else both; f64 if the device has it.
std::vector<hg::ElementType> types_of(const Options& options, const OneDevice& device) {
    std::vector<hg::ElementType> types;
    for (const std::string& word : options.types.empty() ? type_words() : options.types)
        if (device.model.computes(type_of(word))) types.push_back(type_of(word));
    if (types.empty())
        throw hg::Error(hg::ErrorCode::invalid_argument,
                        device.listing.info.name + " has no double precision; --type f32 can be tuned");
    return types;
}

/// Throws if the device runs none of the families asked for, for any of the types.
void require_families(const Options& options, const OneDevice& device,
                      const std::vector<hg::ElementType>& types) {
    std::string faults;
    bool any = options.families.empty();
    for (const std::string& word : options.families)
        for (const hg::ElementType type : types) {
            const std::string fault = kernel_fault(
                {.family = hg::kernels::parse_family(word).value(), .type = type}, device.model.traits);
            any = any || fault.empty();
            if (!fault.empty())
                faults.append("\n  ")
                    .append(word)
                    .append(" ")
                    .append(hg::name(type))
                    .append(": ")
                    .append(fault);
        }
    if (!any)
        throw hg::Error(hg::ErrorCode::invalid_argument,
                        device.listing.info.name + " runs none of the families asked for:" + faults);
}

hg::kernels::TuningGrid grid_of(const Options& options, const OneDevice& device) {
    if (!options.grid.empty()) return parse_grid(options.grid, hg::kernels::gemm_routine().extents);
    if (!options.sizes.empty()) return squares(parse_sizes(options.sizes, "--sizes"));
    return default_grid(device.model.is_gpu);
}

hg::kernels::TuneOptions tune_options(const Options& options, const OneDevice& device) {
    hg::kernels::TuneOptions tune;
    tune.routine = &hg::kernels::gemm_routine();
    tune.types = types_of(options, device);
    tune.grid = grid_of(options, device);
    for (const hg::ElementType type : tune.types) require_fits(tune.grid, device.model, type);
    tune.search.method = search_method(options);
    tune.search.full = options.full;
    require_families(options, device, tune.types);
    tune.search.families = options.families;
    const bool unlimited = tune.search.method == hg::kernels::SearchMethod::exhaustive;
    tune.budget_seconds = unlimited ? kNoLimit : kBudget;
    if (options.budget) tune.budget_seconds = *options.budget / static_cast<double>(tune.types.size());
    tune.search.seconds = std::min(unlimited ? kNoLimit : tune.search.seconds, tune.budget_seconds);
    return tune;
}

/// This program as a process that runs candidates; their kernels lie in `folder`, not among those that are
/// used later. If another device computes, the cores are free to compile ahead.
hg::kernels::WorkerOptions worker_options(const Options& options, const OneDevice& device,
                                          const std::string& folder) {
    hg::kernels::WorkerOptions worker;
    const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
    worker.command = {
        self,  "tune", "worker", "--device", std::to_string(device.listing.position), "--kernel-folder",
        folder};
    worker.seconds = options.time_limit;
    const auto cores = static_cast<int>(std::thread::hardware_concurrency());
    if (device.model.is_gpu && cores > 2) {
        worker.compile_command = worker.command;
        worker.compile_command.emplace_back("--compile-only");
        worker.compilers = std::min(16, cores - 2);
    }
    return worker;
}

TuneRun run_tuner(const Options& options, const OneDevice& device) {
    TuneRun run;
    run.device = device.listing.info;
    run.options = tune_options(options, device);
    const auto begin = std::chrono::steady_clock::now();
    const ScratchFolder kernels;
    const auto in_use = hg::kernels::Database::with_user_results(device.options.cache_folder);
    run.options.in_use = hg::kernels::gemm_in_use(in_use, device.model);
    hg::kernels::WorkerRunner runner(worker_options(options, device, kernels.path()));
    ProgressBar bar("starting", kProgressSteps);
    run.report = hg::kernels::tune(device.model, run.device.driver, runner, run.options,
                                   [&](const hg::kernels::TuneProgress& progress) {
                                       bar.reach(progress.fraction, progress.seconds_left, progress.what);
                                   });
    run.options.in_use = {};
    run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return run;
}

/// Where the results are kept: tuned.json of the cache folder; empty if they are not.
std::string results_path(const Options& options, const std::string& folder) {
    return options.no_save || folder.empty() ? "" : (std::filesystem::path(folder) / "tuned.json").string();
}

/// Keeps the results where later runs look for them.
void save(TuneRun& run, const Options& options, const std::string& folder) {
    if (options.no_save || run.report.results.empty()) return;
    if (folder.empty()) {
        std::cerr << "hgctl: the results are not saved: HG_CACHE_DIR is empty\n";
        return;
    }
    hg::kernels::save_user_results(folder, hg::kernels::tuned_gemms(run.report.results));
    run.saved_to = results_path(options, folder);
}

void check_files(const Options& options, const std::string& folder) {
    const std::string results = results_path(options, folder);
    std::error_code ignored;  // a folder that is not there then is named below
    if (!results.empty()) std::filesystem::create_directories(folder, ignored);
    check_outputs({{"--html", options.page},
                   {"--save-kernel", options.save_kernel},
                   options.json.file(),
                   {"HG_CACHE_DIR", results}});
}

int run_tune_gemm(const Options& options) {
    const OneDevice device = one_device(options.device);
    check_files(options, device.options.cache_folder);
    TuneRun run = run_tuner(options, device);
    save(run, options, device.options.cache_folder);
    for (const std::string& line : wrong_lines(run.report))
        std::cerr << "hgctl: wrong result: " << line << '\n';
    if (!options.page.empty()) replace_file(options.page, tune_page(run));
    const hg::kernels::TunedCell* main = main_cell(run);
    if (!options.save_kernel.empty() && main != nullptr)
        replace_file(options.save_kernel, kernel_file(run, *main));
    options.json.write(to_json(run));
    if (!options.json.replaces_text()) print_table(std::cout, run);
    if (!run.report.fault.empty()) std::cerr << "hgctl: tuning ended early: " << run.report.fault << '\n';
    if (main == nullptr) std::cerr << "hgctl: no kernel was found that works on " << run.device.name << '\n';
    return main != nullptr && run.report.fault.empty() ? kGood : kCheckFailed;
}

void add_search_options(Command& command, Options& options) {
    command.option("--type", options.types, "Element types; else f64,f32").list().one_of(type_words());
    command
        .option("--budget", options.budget,
                "Seconds in all, the same for each type (150 a type; exhaustive: no limit)")
        .positive();
    command.flag("--full", options.full, "Search larger spaces, with values that seldom win");
    const Option exhaustive =
        command.flag("--exhaustive", options.exhaustive, "The same as --method exhaustive");
    command
        .option("--method", options.method,
                "coordinate: one parameter at a time from good starts; linear: every kernel but those "
                "that cannot win; exhaustive: every kernel")
        .one_of({"coordinate", "linear", "exhaustive"})
        .excludes(exhaustive)
        .show_default();
    command.option("--families", options.families, "Families of kernels; else those worth it")
        .list()
        .one_of(family_words());
    const Option sizes =
        command.option("--sizes", options.sizes,
                       "m = n = k of the cells: numbers and ranges FIRST:LAST:log, FIRST:LAST:log:COUNT, "
                       "FIRST:LAST:uniform:COUNT with commas between them; else squares by powers of two, "
                       "and flat, narrow, shallow and deep shapes");
    command
        .option("--grid", options.grid,
                "Every combination of such sizes, for example m=512,4096:n=512:8192:log:k=64,512")
        .excludes(sizes);
    command.option("--time-limit", options.time_limit, "Seconds after which a candidate counts as hanging")
        .positive()
        .show_default();
}

}  // namespace

void add_tune_gemm(Command& tune, int& status) {
    auto options = std::make_shared<Options>();
    Command command = tune.subcommand("gemm", "C := alpha op(A) op(B) + beta C, every pair of operations");
    add_one_device_option(command, options->device);
    add_search_options(command, *options);
    command.option("--html", options->page, "Write maps of the best kernels to this file, for a browser")
        .value_name("FILE");
    command
        .option("--save-kernel", options->save_kernel,
                "Write the source of the largest cell's winner to this file")
        .value_name("FILE");
    command.flag("--no-save", options->no_save,
                 "Do not keep the results; else they go to tuned.json in HG_CACHE_DIR");
    options->json.add_option(command);
    command.callback([options, &status] { status = run_tune_gemm(*options); });
}

}  // namespace hgctl
