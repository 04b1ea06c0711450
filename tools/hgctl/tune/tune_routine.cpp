// hgctl tune ROUTINE, hgctl tune all: finds the fastest kernel for each cell of a grid of sizes.
#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "runtime/files/cache_folder.hpp"
#include "runtime/threads/available_cores.hpp"
#include "tools/cli/atomic_file.hpp"
#include "tools/cli/progress_bar.hpp"
#include "tools/cli/scratch_folder.hpp"
#include "tools/cli/stopwatch.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/size_grid.hpp"
#include "tools/hgctl/tune/tune_command.hpp"
#include "tools/tuner/results/kernel_file.hpp"
#include "tools/tuner/results/save_tuned.hpp"
#include "tools/tuner/results/tune_run_report.hpp"
#include "tools/tuner/tunable_routines.hpp"
#include "tools/tuner/tuned_results.hpp"
#include "tools/tuner/worker/worker.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

using hg::kernels::TunableRoutine;
using Routines = std::vector<const TunableRoutine*>;

constexpr int kProgressSteps = 1000;

/// This program as a process that runs candidates; their kernels lie in `folder`, not among those that are
/// used later. If another device computes, the cores are free to compile ahead.
hg::kernels::WorkerOptions worker_options(const TuneCommand& command, const OneDevice& device,
                                          const std::string& folder) {
    hg::kernels::WorkerOptions worker;
    const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
    worker.command = {self, "tune", "worker", "--device", device.listing.entry(), "--kernel-folder", folder};
    worker.seconds = command.time_limit;
    const int cores = hg::available_cores();
    if (device.model.is_gpu && cores > 2) {
        worker.compile_command = worker.command;
        worker.compile_command.emplace_back("--compile-only");
        worker.compilers = std::min(16, cores - 2);
    }
    worker.command.insert(worker.command.end(), {"--kept", std::to_string(command.samples)});
    return worker;
}

TuneRun run_tuner(const OneDevice& device, hg::kernels::CandidateRunner& runner,
                  const hg::kernels::TuneOptions& options, const std::string& label) {
    TuneRun run;
    run.device = device.listing.info;
    run.options = options;
    Stopwatch watch;
    const auto in_use = hg::kernels::Database::with_user_results(device.options.cache_folder);
    run.options.in_use = kernels_in_use(in_use, device.model);
    ProgressBar bar("starting", kProgressSteps);
    run.report = hg::kernels::tune(
        device.model, run.device.driver, runner, run.options, [&](const hg::kernels::TuneProgress& progress) {
            bar.reach(progress.fraction, progress.seconds_left, label + progress.what);
        });
    run.options.in_use = {};
    run.seconds = watch.lap();
    return run;
}

/// Keeps the results where later runs look for them.
void save(TuneRun& run, const TuneCommand& command, const OneDevice& device) {
    const std::string path = results_path(device, command.no_save);
    if (path.empty() || run.report.results.empty()) return;
    save_tuned(device.options.cache_folder, tuned_results(*run.options.routine, run.report.results));
    run.saved_to = path;
}

void check_files(const TuneCommand& command, const OneDevice& device) {
    const std::string results = results_path(device, command.no_save);
    if (!results.empty()) hg::CacheFolder(device.options.cache_folder).prepare();
    std::vector<OutputFile> outputs{{"--save-kernel", command.save_kernel}, {"HG_CACHE_DIR", results}};
    command.files.check(outputs);
    if (command.save_kernels.empty()) return;
    // Made last, so that a command that is refused leaves no folder.
    const std::filesystem::path folder = command.save_kernels;
    std::error_code ignored;  // a folder that is not there then is named below
    std::filesystem::create_directories(folder, ignored);
    outputs.push_back({"--save-kernels", folder / "kernel.c"});
    command.files.check(outputs);
}

/// One routine after the other. What one of them found is kept before the next begins.
std::vector<TuneRun> run_tunes(const TuneCommand& command, const OneDevice& device,
                               const std::vector<hg::kernels::TuneOptions>& tunes) {
    const bool counts_bytes = std::ranges::any_of(tunes, [](const hg::kernels::TuneOptions& tune) {
        return tune.routine->unit == hg::kernels::RateUnit::bytes;
    });
    const double memory = counts_bytes ? memory_rates(device).rate : 0;
    const ScratchFolder kernels;
    hg::kernels::WorkerRunner runner(worker_options(command, device, kernels.path()));
    std::vector<TuneRun> runs;
    for (const hg::kernels::TuneOptions& tune : tunes) {
        const std::string label = tunes.size() > 1 ? std::string(tune.routine->word) + " " : "";
        runs.push_back(run_tuner(device, runner, tune, label));
        runs.back().memory_rate = memory;
        std::exception_ptr unsaved;
        try {
            save(runs.back(), command, device);
        } catch (const hg::Error&) {
            unsaved = std::current_exception();
        }
        // What was found in minutes is shown all the same.
        if (!command.files.replaces_text()) tune_report({runs.back()}).print(std::cout);
        if (unsaved) std::rethrow_exception(unsaved);
        if (!runs.back().report.fault.empty()) break;
    }
    const bool found =
        std::ranges::any_of(runs, [](const TuneRun& run) { return !run.report.results.empty(); });
    if (device.options.cache_folder.empty() && !command.no_save && found)
        std::cerr << "hgctl: the results are not saved: HG_CACHE_DIR is empty\n";
    return runs;
}

/// What went wrong, on standard error; the exit status.
int tell_faults(const std::vector<TuneRun>& runs) {
    int status = kGood;
    for (const TuneRun& run : runs) {
        const std::string& fault = run.report.fault;
        for (const std::string& line : wrong_lines(run.report))
            std::cerr << "hgctl: wrong result: " << line << '\n';
        if (!fault.empty()) std::cerr << "hgctl: tuning ended early: " << fault << '\n';
        if (main_cell(run) == nullptr)
            std::cerr << "hgctl: no kernel was found that works on " << run.device.name << '\n';
        if (!fault.empty() || main_cell(run) == nullptr) status = kCheckFailed;
    }
    return status;
}

int run_tune(const TuneCommand& command, const Routines& routines) {
    const OneDevice device = one_device(command.device);
    std::vector<hg::kernels::TuneOptions> tunes;
    for (const TunableRoutine* routine : routines) tunes.push_back(tune_options(command, device, *routine));
    share_budget(command, tunes);
    check_files(command, device);
    const std::vector<TuneRun> runs = run_tunes(command, device, tunes);
    const hg::kernels::TunedCell* main = main_cell(runs.front());
    if (!command.save_kernel.empty() && main != nullptr)
        replace_file(command.save_kernel, kernel_file(runs.front(), *main));
    if (!command.save_kernels.empty()) save_kernels(runs, command.save_kernels);
    command.files.write_files(tune_report(runs));
    return tell_faults(runs);
}

void add_search_options(Command& command, TuneCommand& options) {
    command
        .option("--budget", options.budget,
                "Total seconds, divided equally among the types (default: no limit for exhaustive; else 150 "
                "per type for gemm and emulated, 0.2 per cell for others, 2 on CPUs, more for large cells)")
        .positive();
    command.flag("--full", options.full,
                 "Search all families and larger spaces, including values that seldom win");
    command.words("--method", options.method, {"coordinate", "linear", "exhaustive"},
                  "coordinate: one parameter at a time from good starts; linear: every kernel that could "
                  "win; exhaustive: every kernel");
    command.option("--time-limit", options.time_limit, "Seconds after which a candidate is treated as hung")
        .positive()
        .show_default();
}

void add_output_options(Command& command, TuneCommand& options) {
    command.flag("--no-save", options.no_save, "Do not save the results in tuned.json of HG_CACHE_DIR");
    command
        .option(
            "--save-kernels", options.save_kernels,
            "Write each winner's source to this folder, with a C program that builds, checks and times it")
        .value_name("DIR");
    options.files.add_options(command, "maps of the best kernels, all cells");
}

/// The options of one routine and of all. `of_a_cell` names the extents that have its size, `otherwise` the
/// default cells.
void add_options(Command& command, TuneCommand& options, const std::vector<std::string>& types,
                 const std::string& of_a_cell, const std::string& otherwise, const std::string& example) {
    add_one_device_option(command, options.device);
    command.words("--type", options.types, types, "Element types (default: f64,f32)");
    add_search_options(command, options);
    const Option sizes = command.option(
        "--sizes", options.sizes,
        of_a_cell +
            " of the cells, comma-separated: numbers and ranges FIRST:LAST:log, FIRST:LAST:log:COUNT, "
            "FIRST:LAST:uniform:COUNT, FIRST:LAST:random:COUNT[:SEED]; default: " +
            otherwise);
    command.option("--grid", options.grid, "Every combination of such sizes, for example " + example)
        .excludes(sizes);
    command.count("--samples", options.samples,
                  "Sizes to measure in each cell, spread over the sizes that it serves; the kernel with the "
                  "best mean wins. The default budget grows by the same factor",
                  1, kMostSamples);
    add_output_options(command, options);
}

/// "m = n = k"
std::string equal_extents(const TunableRoutine& routine) {
    std::string text;
    for (const std::string_view extent : routine.extents)
        text.append(text.empty() ? "" : " = ").append(extent);
    return text;
}

/// The cells if nobody names others: "8 x 8 from 10 to 10000, logarithmic".
std::string usual_grid(const TunableRoutine& routine) {
    const hg::kernels::DefaultSizes& sizes = routine.default_sizes;
    if (sizes.count == 0) return "squares by powers of two, and flat, narrow, shallow and deep shapes";
    return hg::kernels::product_text(hg::kernels::Extents(routine.extents.size(), sizes.count)) + " from " +
           std::to_string(sizes.first) + " to " + std::to_string(sizes.last) + ", logarithmic";
}

void add_routine(Command& tune, const TunableRoutine& routine) {
    auto options = std::make_shared<TuneCommand>();
    Command command = tune.subcommand(std::string(routine.word), std::string(routine.help));
    const bool is_gemm = routine.word == "gemm";
    add_options(command, *options, is_gemm ? floating_type_words() : type_words(), equal_extents(routine),
                usual_grid(routine), example_grid(routine.extents));
    command.file("--save-kernel", options->save_kernel,
                 "Write the source of the largest cell's winner to this file");
    if (is_gemm)
        command.words("--families", options->families, all_family_words(),
                      "Families of kernels to search (default: those likely to win)");
    command.callback([options, &routine] { return run_tune(*options, {&routine}); });
}

/// Those of these words, in the order of the list; all if there are none.
Routines routines_of(const std::vector<std::string>& words) {
    Routines chosen;
    for (const TunableRoutine* routine : hg::kernels::tunable_routines())
        if (words.empty() || std::ranges::find(words, routine->word) != words.end())
            chosen.push_back(routine);
    return chosen;
}

void add_all(Command& tune) {
    auto options = std::make_shared<TuneCommand>();
    auto words = std::make_shared<std::vector<std::string>>();
    Command command = tune.subcommand("all", "All of these routines, or those of --routines");
    std::vector<std::string> known;
    for (const TunableRoutine* routine : hg::kernels::tunable_routines()) known.emplace_back(routine->word);
    command.words("--routines", *words, known, "Routines (default: all)");
    add_options(command, *options, type_words(), "Every extent", "as each routine takes by itself",
                "n=1000,100000; all routines must have these extents");
    command.callback([options, words] { return run_tune(*options, routines_of(*words)); });
}

}  // namespace

void add_tune_routines(Command& tune) {
    for (const TunableRoutine* routine : hg::kernels::tunable_routines()) add_routine(tune, *routine);
    add_all(tune);
}

}  // namespace hgctl
