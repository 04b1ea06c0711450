// hgctl tune spmv: the fastest kernel for products with one sparse matrix on a device, kept for that matrix.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "runtime/files/cache_folder.hpp"
#include "sparse/spmv/block_arrays.hpp"
#include "sparse/spmv/tuned_choice.hpp"
#include "tools/cli/progress_bar.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/tune/tune_command.hpp"
#include "tools/report/report_files.hpp"
#include "tools/tuner/results/save_tuned.hpp"
#include "tools/tuner/sparse/spmv_tuner.hpp"
#include "tools/workload/matrices/sparse_source.hpp"
#include "tools/workload/matrices/spmv_bytes.hpp"
#include "tools/workload/operands/element_types.hpp"

namespace hgctl {
namespace {

using hg::kernels::SpmvTrial;

struct SpmvTuneOptions {
    std::string device, matrix, type = "f64";
    double budget = 60;
    std::uint64_t seed = 1;
    bool no_save = false;
    ReportFiles files;
};

/// What was found, in the order of times.
struct SpmvTuneRun {
    hg::kernels::SpmvKey key;
    double bytes = 0;  ///< see least_bytes()
    std::vector<SpmvTrial> trials;
    std::string saved_to;
};

std::string kernel_name(const SpmvTrial& trial, hg::ElementType type) {
    return hg::kernels::tuned_name(trial.choice, type);
}

/// The arrays of all of a matrix for a kernel, as products have them.
template <hg::Element T>
hg::kernels::SpmvHostArrays arrays_of(const hg::SparseMatrix<T>& A, const hg::kernels::SpmvFigures& figures,
                                      const hg::kernels::SpmvUse& use,
                                      const hg::kernels::SpmvChoice& choice) {
    const hg::sparse::SpmvPlan plan = hg::sparse::spmv_plan(figures, use, {}, choice);
    const auto parts = std::make_shared<std::vector<hg::sparse::BlockPart>>(
        hg::sparse::block_arrays(A, {0, A.rows()}, hg::sparse::ColumnRanges(0, A.cols()), plan));
    hg::kernels::SpmvHostArrays made;
    made.owner = parts;
    const auto add = [](std::vector<hg::kernels::SpmvHostArrays::Array>& list, const auto& part) {
        for (const hg::sparse::BlockArray& array : part.arrays)
            list.push_back({{array.type, 0, array.rows, array.cols, array.rows}, array.data});
    };
    add(made.arrays, parts->front());
    if (parts->size() > 1) add(made.list, parts->back());
    return made;
}

template <hg::Element T>
SpmvTuneRun tune(const SpmvTuneOptions& options, const OneDevice& device) {
    const auto A = sparse_matrix<T>(options.matrix, options.seed);
    if (A.nonzeros() == 0) refuse(options.matrix + " has no nonzeros: there is nothing to tune");
    const hg::kernels::SpmvFigures figures = hg::sparse::spmv_figures(A);
    const hg::kernels::SpmvUse use{hg::element_type_of<T>(), 1, device.model.is_gpu,
                                   device.model.traits.compute_units};
    const hg::kernels::SpmvProblem problem{
        figures, use, A.cols(),
        [&](const hg::kernels::SpmvChoice& choice) { return arrays_of(A, figures, use, choice); }};
    hg::DeviceWork work(make_device(device));
    ProgressBar bar("starting", hg::kernels::spmv_candidates(problem.figures, use).size());
    SpmvTuneRun run;
    run.key = hg::sparse::tuning_key(A);
    run.bytes = least_bytes(A.rows(), A.cols(), A.nonzeros(), use.type);
    run.trials =
        hg::kernels::tune_spmv(work, problem, options.budget, [&](std::size_t count, std::size_t of) {
            bar.say("kernel " + std::to_string(count) + " of " + std::to_string(of));
            bar.advance();
        });
    return run;
}

/// Keeps the fastest kernel where sessions look for it.
void save(SpmvTuneRun& run, const OneDevice& device, bool no_save) {
    const std::string path = results_path(device, no_save);
    if (path.empty() || !run.trials.front().fault.empty()) return;
    const auto result = hg::kernels::spmv_result(run.key, run.trials.front(), run.bytes, device.model,
                                                 device.listing.info.driver);
    save_tuned(device.options.cache_folder, hg::kernels::TunedResults{{}, {result}});
    run.saved_to = path;
}

Report spmv_tune_report(const std::string& matrix, const std::string& device, const SpmvTuneRun& run) {
    const auto figure = [](auto get) {
        return [=](const SpmvTrial& t) { return t.fault.empty() ? Value(get(t)) : Value(nullptr); };
    };
    Report report("hgctl tune spmv", "y = A x, A = " + matrix + ", " + std::to_string(run.key.rows) + " x " +
                                         std::to_string(run.key.cols) + ", " +
                                         std::to_string(run.key.elements) + " nonzeros, on " + device);
    report.device(device).fact("matrix", matrix).fact("rows", run.key.rows).fact("columns", run.key.cols);
    report.fact("nonzeros", run.key.elements).fact("bytes", run.bytes).fact("saved_to", run.saved_to);
    report.table(
        "kernels",
        table_of<SpmvTrial>({{"kernel", "kernel", [&](auto& t) { return kernel_name(t, run.key.type); }},
                             {"seconds", "time", kSeconds, figure([](auto& t) { return t.seconds; })},
                             {"", "rate", kBytesRate, figure([&](auto& t) { return run.bytes / t.seconds; })},
                             {"", "behind", kPercent<1>,
                              figure([&](auto& t) { return t.seconds / run.trials.front().seconds - 1; })},
                             {"fault", "", &SpmvTrial::fault}},
                            run.trials));
    if (!run.saved_to.empty()) report.line("Saved in " + run.saved_to);
    return report;
}

int run_tune_spmv(const SpmvTuneOptions& options) {
    options.files.check();
    const OneDevice device = one_device(options.device);
    if (!results_path(device, options.no_save).empty())
        hg::CacheFolder(device.options.cache_folder).prepare();
    SpmvTuneRun run = with_floating_type(*hg::element_type(options.type),
                                         [&]<class T>() { return tune<T>(options, device); });
    save(run, device, options.no_save);
    options.files.write(spmv_tune_report(options.matrix, device.listing.info.name, run));
    int status = kGood;
    for (const SpmvTrial& trial : run.trials)
        if (!trial.fault.empty()) {
            std::cerr << "hgctl: " << kernel_name(trial, run.key.type) << ": " << trial.fault << '\n';
            status = kCheckFailed;
        }
    return status;
}

}  // namespace

void add_tune_spmv(Command& tune) {
    auto options = std::make_shared<SpmvTuneOptions>();
    Command command = tune.subcommand("spmv",
                                      "Find the fastest kernel for one sparse matrix; it serves all matrices "
                                      "with the same nonzero pattern");
    command.option("MATRIX", options->matrix, kSparseSources).required();
    command.words("--type", options->type, {"f64", "f32", "c64", "c32"}, "Type of its elements");
    command.option("--budget", options->budget, "Stop trying kernels after this many seconds")
        .positive()
        .show_default();
    command.option("--seed", options->seed, "Seed of random matrices").show_default();
    command.flag("--no-save", options->no_save, "Print the results without saving them");
    add_one_device_option(command, options->device);
    options->files.add_options(command);
    command.callback([options] { return run_tune_spmv(*options); });
}

}  // namespace hgctl
