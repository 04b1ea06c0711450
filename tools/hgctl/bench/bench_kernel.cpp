// hgctl bench kernel: rates of the GEMM kernels themselves, matrices in the device's memory.
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/cli/progress_bar.hpp"
#include "tools/hgctl/bench/bench_kernel_report.hpp"
#include "tools/hgctl/bench/run_options.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/size_grid.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

struct KernelOptions {
    std::string device;
    std::vector<std::string> kernels;
    std::vector<std::string> types{"f64"};
    std::vector<std::string> ops{"nn"};
    std::string sizes;
    std::optional<std::int64_t> m, n, k;
    std::vector<std::string> peers;
    bool emulated = false;
    KernelBenchCase base;
    ReportFiles files;
};

struct Extent {
    std::int64_t m = 0, n = 0, k = 0;
};

/// The extents of all rows: a size stands for m, n and k unless they are given.
std::vector<Extent> extents(const KernelOptions& options, bool is_gpu) {
    const std::string standard = is_gpu ? "4096" : "1024";
    std::vector<Extent> list;
    for (const std::int64_t size : parse_sizes(options.sizes.empty() ? standard : options.sizes, "--sizes"))
        list.push_back({options.m.value_or(size), options.n.value_or(size), options.k.value_or(size)});
    return list;
}

void require_runs(const hg::kernels::GemmParameters& parameters, const OneDevice& device) {
    const std::string fault = kernel_fault(parameters, device.model.traits);
    if (!fault.empty())
        throw hg::Error(hg::ErrorCode::invalid_argument,
                        hg::kernels::name(parameters) + " " + fault + " (" + device.listing.info.name + ")");
}

/// Makes the row's product an emulated one.
void emulate(KernelBenchRow& row, const OneDevice& device, const hg::kernels::Database& database) {
    row.bench.emulated_on = &device.model;
    row.bench.database = &database;
    row.from = "emulated";
}

/// The rows without their results: the kernels given, or those that the database chooses.
std::vector<KernelBenchRow> planned_rows(const KernelOptions& options, const OneDevice& device,
                                         const hg::kernels::Database& database) {
    std::vector<KernelBenchRow> rows;
    const auto add = [&](hg::kernels::GemmParameters parameters, const Extent& extent,
                         const std::string& from) {
        KernelBenchRow row{options.base, from, {}};
        parameters.overwrite = options.base.beta == 0;
        row.bench.parameters = parameters;
        row.bench.m = extent.m;
        row.bench.n = extent.n;
        row.bench.k = extent.k;
        require_runs(parameters, device);
        rows.push_back(std::move(row));
    };
    const auto sizes = extents(options, device.model.is_gpu);
    for (const std::string& name : options.kernels)
        for (const Extent& extent : sizes) add(kernel_of_name(name), extent, "given");
    if (!options.kernels.empty()) return rows;
    for (const std::string& type : options.types)
        for (const std::string& ops : options.ops)
            for (const Extent& extent : sizes) {
                hg::kernels::GemmParameters words;
                set_ops(words, ops);
                hg::kernels::GemmChoice choice = database.choose(
                    {type_of(type), words.transpose_a, words.transpose_b, extent.m, extent.n, extent.k},
                    device.model);
                choice.parameters.conjugate_a = words.conjugate_a;
                choice.parameters.conjugate_b = words.conjugate_b;
                add(choice.parameters, extent, std::string(hg::kernels::name(choice.rung)));
            }
    if (options.emulated)
        for (KernelBenchRow& row : rows) emulate(row, device, database);
    return rows;
}

KernelBenchRun run_rows(const KernelOptions& options, const OneDevice& device) {
    const auto database = hg::kernels::Database::with_user_results(
        device.options.cache_folder, [](const std::string& text) { std::cerr << "hgctl: " << text << '\n'; });
    KernelBenchRun run{device.listing.info.name, options.peers, planned_rows(options, device, database)};
    std::vector<std::string> left_out;
    const auto peers = load_peers(options.peers, device.listing.info, left_out);
    report_left_out(left_out);
    ResidentDevice resident(make_device(device));
    ProgressBar bar("starting", run.rows.size());
    for (KernelBenchRow& row : run.rows) {
        bar.say(row.kernel() + " " + row.extent());
        row.result = bench_gemm_kernel(resident, row.bench, peers);
        bar.advance();
    }
    return run;
}

int run_bench_kernel(const KernelOptions& options) {
    options.files.check();
    const KernelBenchRun run = run_rows(options, one_device(options.device));
    int status = kGood;
    for (const KernelBenchRow& row : run.rows) {
        if (row.result.error <= 1) continue;
        std::cerr << "hgctl: wrong result: " << hg::kernels::name(row.bench.parameters) << " at "
                  << row.extent() << ", error " << rough(row.result.error) << " times the bound\n";
        status = kCheckFailed;
    }
    options.files.write(kernel_bench_report(run));
    return status;
}

constexpr std::int64_t kLargestSize = std::int64_t{1} << 20;

void add_problem_options(Command& command, KernelOptions& options) {
    command
        .option("--kernel", options.kernels,
                "Kernels by name, for example gemm_blocked_f64_nt; else those that the database chooses")
        .list();
    command.option("--type", options.types, "Element types, where the database chooses")
        .list()
        .one_of(floating_type_words())
        .show_default();
    command
        .option("--ops", options.ops,
                "op(A) and op(B), where the database chooses: nn, nt, tn, tt; with c for conjugates of the "
                "transpose")
        .list()
        .one_of(complex_op_words())
        .show_default();
    command.flag("--emulated", options.emulated,
                 "Products by integers of 8 bits, and what each of their kernels takes");
    command.option("--sizes", options.sizes,
                   "m = n = k, for example 1024,4095 or 512:8192:log (4096; on a CPU 1024)");
    command.option("--m", options.m, "Rows of C, in the place of --sizes").whole_number(1, kLargestSize);
    command.option("--n", options.n, "Columns of C, likewise").whole_number(1, kLargestSize);
    command.option("--k", options.k, "Columns of op(A), likewise").whole_number(1, kLargestSize);
    command.option("--beta", options.base.beta, "Factor of C; with 0, C is not read").show_default();
    command
        .option("--gap", options.base.gap,
                "Rows between the columns of a matrix; else columns begin on boundaries of 128 bytes")
        .whole_number(0, 1 << 20);
}

}  // namespace

void add_bench_kernel(Command& bench, int& status) {
    auto options = std::make_shared<KernelOptions>();
    Command command =
        bench.subcommand("kernel", "GEMM kernels by themselves, matrices in the device's memory");
    add_one_device_option(command, options->device);
    add_problem_options(command, *options);
    add_run_options(command, options->base, "Products");
    Option peer = command.option(
        "--peer", options->peers,
        "Libraries to time in turn with ours, if installed: clblast, viennacl, openblas, cublas, "
        "cublasxt, nvblas");
    peer.list().one_of(gemm_peers());
    command.option("--with", options->peers).list().one_of(gemm_peers()).excludes(peer).hide();
    options->files.add_options(command, "rates over n, all rows");
    command.callback([options, &status] { status = run_bench_kernel(*options); });
}

}  // namespace hgctl
