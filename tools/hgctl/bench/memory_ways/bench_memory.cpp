// hgctl bench memory: what the levels of a device's memory are worth, by one product done in several ways.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/threads/available_cores.hpp"
#include "tools/cli/repeat_options.hpp"
#include "tools/hgctl/bench/bench_columns.hpp"
#include "tools/hgctl/bench/memory_ways/memory_run.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/ending_signals.hpp"
#include "tools/hgctl/peer_loader.hpp"
#include "tools/hgctl/size_grid.hpp"
#include "tools/report/page/line_plot.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include "tools/workload/operands/host_memory.hpp"

namespace hgctl {
namespace {

using Rows = std::vector<const MemoryRow*>;

/// What local memory saves against one of the kernels that read A and B from global memory, as shares of its
/// time; below 0 if it costs time.
struct Saving {
    double kernel = 0;
    double total = 0;
    std::optional<int> pays_from;  ///< the edge from which all kernels are faster; none: there is none
};

/// Of one device at one size.
struct LocalGain {
    std::size_t device = 0;
    std::int64_t n = 0;
    int block = 0;  ///< the edge whose kernel is fastest
    std::optional<Saving> over_global;
    std::optional<Saving> over_register;
};

/// The rows of one way on one device at one size that have figures, the smallest edge first.
Rows rows_of(const MemoryRun& run, MemoryWay way, std::size_t device, std::int64_t n) {
    Rows rows;
    for (const MemoryRow& row : run.rows)
        if (row.version.way == way && row.device == device && row.n == n && row.left_out.empty())
            rows.push_back(&row);
    std::stable_sort(rows.begin(), rows.end(), [](const MemoryRow* a, const MemoryRow* b) {
        return a->version.block < b->version.block;
    });
    return rows;
}

std::optional<Saving> saving(const Rows& others, const Rows& locals, const MemoryRow& best) {
    if (others.empty()) return {};
    const MemoryTimes& other = others.front()->times;
    Saving saved{.kernel = 1 - best.times.kernel / other.kernel,
                 .total = 1 - best.times.total() / other.total(),
                 .pays_from = {}};
    for (auto local = locals.rbegin(); local != locals.rend(); ++local) {
        if ((*local)->times.kernel >= other.kernel) break;
        saved.pays_from = (*local)->version.block;
    }
    return saved;
}

/// For each size and device with a row through local memory.
std::vector<LocalGain> local_gains(const MemoryRun& run) {
    std::vector<LocalGain> gains;
    for (std::size_t device = 0; device < run.devices.size(); ++device)
        for (const std::int64_t n : run.plan.sizes) {
            const Rows locals = rows_of(run, MemoryWay::local, device, n);
            if (locals.empty()) continue;
            const MemoryRow& best = **std::min_element(
                locals.begin(), locals.end(),
                [](const MemoryRow* a, const MemoryRow* b) { return a->times.kernel < b->times.kernel; });
            const auto over = [&](MemoryWay way) {
                return saving(rows_of(run, way, device, n), locals, best);
            };
            gains.push_back(
                {device, n, best.version.block, over(MemoryWay::global), over(MemoryWay::global_register)});
        }
    return gains;
}

std::string place_text(const std::optional<std::size_t>& device) {
    return device ? "device " + std::to_string(*device) : "CPU";
}

/// A figure, which rows that are left out lack.
Column<MemoryRow> figure(const char* key, const char* title, Unit unit, Column<MemoryRow>::Get get) {
    return {key, title, unit,
            [get = std::move(get)](auto& row) { return row.left_out.empty() ? get(row) : Value::absent(); }};
}

/// Seconds that only devices spend.
Column<MemoryRow> device_figure(const char* key, const char* title, double MemoryTimes::*seconds) {
    return figure(key, title, kSeconds,
                  [=](auto& row) { return Value(row.times.*seconds, row.device ? "" : "-"); });
}

ReportTable row_table(const std::vector<MemoryRow>& rows) {
    const auto totals = [](const MemoryRow& row) { return &row.totals; };
    Columns<MemoryRow> columns{
        {"version", "", [](auto& row) { return row.version.word(); }},
        {"", "version", [](auto& row) { return row.version.label(); }},
        {"block", "", [](auto& row) { return known(row.version.block); }},
        {"device", "on", [](auto& row) { return Value(row.device, place_text(row.device)); }},
        {"n", "n", &MemoryRow::n},
        {"kernel", "", &MemoryRow::kernel},
        {"left_out", "", [](auto& row) { return row.left_out.empty() ? Value::absent() : row.left_out; }},
        figure("runs", "", kPlain, &MemoryRow::runs),
        device_figure("seconds/allocation", "allocation", &MemoryTimes::allocation),
        device_figure("seconds/in", "in", &MemoryTimes::in),
        device_figure("seconds/build", "build", &MemoryTimes::build),
        figure("seconds/kernel", "kernel", kSeconds, [](auto& row) { return row.times.kernel; }),
        device_figure("seconds/out", "read-back", &MemoryTimes::out),
        figure("seconds/total", "total", kSeconds, [](auto& row) { return row.times.total(); }),
        figure("device_seconds", "", kSeconds, [](auto& row) { return row.times.by_device; }),
        figure("gflops", "rate", kFlopsRate, [](auto& row) { return row.rate(); }),
        figure("error", "error", kRough, &MemoryRow::error),
    };
    add_samples(columns, spread_columns(), totals);
    add_samples(columns, sample_columns(), totals, "total");
    add_samples(
        columns, sample_columns(), [](auto& row) { return &row.kernels; }, "kernel");
    columns.insert(
        columns.end(),
        {Column<MemoryRow>::for_plots("label", kPlain, [](auto& row) { return row.version.label(); }),
         Column<MemoryRow>::for_plots("dashes", kPlain, [](auto& row) {
             return row.version.on_cpu() ? kDashed : row.version.way == MemoryWay::local ? kDotted : "";
         })});
    return table_of(columns, rows);
}

/// Over the way of this name.
Columns<Saving> saving_columns(const std::string& way) {
    return {{"kernel_percent", "kernel/" + way, kFixed<1>, [](auto& saved) { return 100 * saved.kernel; }},
            {"total_percent", "total/" + way, kFixed<1>, [](auto& saved) { return 100 * saved.total; }},
            {"pays_from", way + " from",
             [](auto& saved) { return Value(saved.pays_from, saved.pays_from ? "" : "never"); }}};
}

ReportTable gain_table(const MemoryRun& run) {
    Columns<LocalGain> columns{
        {"device", "on", [](auto& gain) { return Value(gain.device, place_text(gain.device)); }},
        {"n", "n", &LocalGain::n},
        {"block", "edge", &LocalGain::block}};
    add_part(columns, "over_global", saving_columns("global"), [](auto& gain) { return gain.over_global; });
    add_part(columns, "over_register", saving_columns("register"),
             [](auto& gain) { return gain.over_register; });
    return table_of(columns, local_gains(run));
}

std::string headline(const MemoryPlan& plan, bool interrupted) {
    return "C := A B in " + std::string(hg::name(plan.type)) +
           ", n x n matrices from and to host memory, best of " +
           count_text(static_cast<std::size_t>(plan.runs), "run") + (interrupted ? "; interrupted" : "");
}

/// The same kernel by OpenCL's compiler and by another one.
struct CompilerPair {
    const MemoryRow* opencl;
    const MemoryRow* other;
};

/// Beside those of the first device, whose card is that of the others.
ReportTable compiler_table(const MemoryRun& run, std::size_t device) {
    std::vector<CompilerPair> pairs;
    for (const MemoryRow& other : run.rows)
        for (const MemoryRow& row : run.rows)
            if (other.device == device && row.device == 0U && row.version == other.version &&
                row.n == other.n && row.left_out.empty() && other.left_out.empty())
                pairs.push_back({&row, &other});
    using Pair = CompilerPair;
    return table_of<Pair>(
        {{"device", "", [](auto& p) { return p.other->device; }},
         {"version", "version", [](auto& p) { return p.opencl->version.label(); }},
         {"n", "n", [](auto& p) { return p.opencl->n; }},
         {"seconds", "kernel", kSeconds, [](auto& p) { return p.opencl->times.kernel; }},
         {"other_seconds", "kernel there", kSeconds, [](auto& p) { return p.other->times.kernel; }},
         {"ratio", "there/here", kFixed<2>,
          [](auto& p) { return p.other->times.kernel / p.opencl->times.kernel; }}},
        pairs);
}

constexpr const char* kLegend =
    "cpu-1 and cpu: hg's own product on one thread and on all; blas: the CPU's BLAS; global: the sum kept in "
    "C; "
    "register: the sum in a register; local E: tiles of E x E in local memory; tuned: the kernel that hg "
    "uses. "
    "Total is allocation + kernel + read-back, as the literature counts; median and IQR are those of the "
    "totals. A build is timed once a kernel. "
    "An error up to 1 is good.";

void plot_times(Report& report, const std::vector<MemoryRow>& rows, const std::string& heading) {
    report.plot(row_table(rows), {.x = "n",
                                  .curves = {{"seconds/total"}},
                                  .series = {"label"},
                                  .axes = Axes::logarithmic,
                                  .y_title = "total, seconds",
                                  .heading = heading,
                                  .dashes = "dashes"});
}

/// Of the largest size: the kernels that know no tiles as level lines.
void plot_over_edge(Report& report, const MemoryRun& run, std::size_t device) {
    Rows locals;
    for (const std::int64_t n : run.plan.sizes)
        if (const Rows found = rows_of(run, MemoryWay::local, device, n); !found.empty()) locals = found;
    if (locals.empty()) return;
    std::vector<MemoryRow> rows;
    for (const MemoryRow* const row : locals) rows.push_back(*row);
    const std::int64_t n = rows.front().n;
    const std::pair<int, int> edges{rows.front().version.block, rows.back().version.block};
    for (const MemoryRow& row : run.rows) {
        if (row.device != device || row.n != n || row.version.way == MemoryWay::local) continue;
        for (const int edge : {edges.first, edges.second}) rows.emplace_back(row).version.block = edge;
    }
    report.plot(row_table(rows), {.x = "block",
                                  .curves = {{"seconds/kernel"}},
                                  .series = {"version"},
                                  .axes = Axes::logarithmic,
                                  .x_title = "edge",
                                  .y_title = "kernel, seconds",
                                  .heading = "Over the edge of the tiles, n = " + std::to_string(n),
                                  .dashes = "dashes"});
}

/// All rows, and what local memory saves for each device and size. On the page, for each device the time over
/// n of all versions, and the kernel's time over the edge of the tiles.
Report memory_report(const MemoryRun& run) {
    const auto threads = static_cast<std::size_t>(hg::available_cores());
    Report report("hgctl bench memory", headline(run.plan, run.interrupted));
    for (std::size_t device = 0; device < run.devices.size(); ++device)
        report.line(place_text(device) + ": " + run.devices[device]);
    report.line("CPU: " + count_text(threads, "thread"));
    for (std::size_t device = 0; device < run.devices.size(); ++device) {
        std::vector<MemoryRow> rows;
        for (const MemoryRow& row : run.rows)
            if (!row.device || row.device == device) rows.push_back(row);
        plot_times(report, rows, "Device " + std::to_string(device) + ": " + run.devices[device]);
        plot_over_edge(report, run, device);
    }
    report.fact("type", hg::name(run.plan.type)).devices(run.devices).fact("threads", threads);
    add_comparable(report, {.keys = {"version", "block", "device", "n", "type"},
                            .samples = {"all_seconds/kernel", "all_seconds/total"}});
    report.fact("interrupted", run.interrupted).table("rows", row_table(run.rows), "All rows");
    for (const MemoryRow& row : run.rows)
        if (!row.left_out.empty())
            report.line(row.version.label() + " is left out on " + place_text(row.device) + ": " +
                        row.kernel + " " + row.left_out);
    report.line(kLegend);
    const ReportTable gains = gain_table(run);
    if (!gains.rows().empty())
        report.heading("Time that local memory saves")
            .line(
                "With its best edge, in per cent of the kernel from global memory, and the edge from which "
                "it is "
                "faster:");
    report.table("gains", gains);
    for (std::size_t device = run.devices.size() - run.peers; device < run.devices.size(); ++device)
        report.heading("The same kernels on " + place_text(0) + " and on " + place_text(device))
            .table("compilers", compiler_table(run, device));
    return report;
}

struct Options {
    std::string device;
    std::vector<std::string> versions = memory_version_words();
    std::vector<int> blocks{1, 2, 4, 8, 16, 32};
    std::string type = "f64";
    std::string sizes;
    int repeat = 3, warmup = 1;
    std::string matrix;
    std::vector<std::string> peers;
    ReportFiles files;
};

MemoryPlan plan_of(const Options& options, const std::vector<OneDevice>& devices) {
    const bool fast = std::all_of(devices.begin(), devices.end(),
                                  [](const OneDevice& device) { return device.model.is_gpu; });
    const std::string standard = fast ? "128:4096:log" : "128:1024:log";
    return {.versions = memory_versions(options.versions, options.blocks),
            .sizes = parse_sizes(options.sizes.empty() ? standard : options.sizes, "--sizes"),
            .type = type_of(options.type),
            .runs = options.repeat,
            .warmup = options.warmup};
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
    const MemoryRun run = run_memory(plan, devices, database, load_kernel_peers(options.peers),
                                     [&] { return interruption.requested(); });
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

void add_bench_memory(Command& bench) {
    auto options = std::make_shared<Options>();
    Command command = bench.subcommand(
        "memory", "One product from global memory, through local memory, by the tuned kernel and on the CPU");
    command.option("--device,--devices", options->device,
                   "Devices to measure one after the other, as in HG_DEVICES (default: the first GPU, else "
                   "the first device)");
    command.words("--versions", options->versions, memory_version_words(), "Ways to compute the product");
    command.option(
        "--sizes", options->sizes,
        "Orders of the matrices, for example 100,1000 or 512:8192:log (128:4096:log; on a CPU to 1024)");
    command.count("--block", options->blocks, "Edges of the tiles in local memory", 1, 1024);
    command.words("--type", options->type, type_words(), "Element type");
    add_repeat_options(command, options->repeat, options->warmup,
                       "Timed runs of each row at most; no run starts after two seconds");
    add_former_repeat_options(command, options->repeat, options->warmup);
    command.words(
        "--peer", options->peers, kKernelPeers,
        "Other compilers for the versions global, register and local: CUDA's (NVRTC), if installed");
    command.file("--print", options->matrix, "Write C of the last row to this .npy file");
    options->files.add_options(command, "time over n, and over the edge of the tiles, all rows");
    command.callback([options] { return run_bench_memory(*options); });
}

}  // namespace hgctl
