// hgctl bench kernel: rates of the GEMM kernels themselves, matrices in the device's memory.
#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/emulated/moduli.hpp"
#include "tools/cli/progress_bar.hpp"
#include "tools/hgctl/bench/bench_run.hpp"
#include "tools/hgctl/bench/resident/resident_case.hpp"
#include "tools/hgctl/bench/resident/resident_times.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/size_grid.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include <hg/blas/registers/emulated_gemm.hpp>
#include <hg/kernels/database.hpp>

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
    ResidentCase base;
    ResidentRuns runs;
    ReportFiles files;
};

/// A kernel that is a part of an emulated product.
struct KernelPart {
    std::string kernel;
    double seconds = 0;  ///< the best of the runs, by the device's clock
};

/// One row: C := op(A) op(B) + beta C by one kernel, or emulated.
struct KernelRow {
    ResidentCase bench;
    hg::kernels::GemmParameters parameters;  ///< of an emulated product, type and operations count
    std::string from;                        ///< "given", "emulated", or the database's rung
    ResidentTimes result{};
    std::vector<KernelPart> parts{};  ///< of an emulated product, each run by itself

    [[nodiscard]] bool is_emulated() const { return from == "emulated"; }
    /// Its name; "emulated f64 nn" for several that make up an emulated product.
    [[nodiscard]] std::string kernel() const {
        if (!is_emulated()) return hg::kernels::name(parameters);
        return "emulated " + std::string(hg::name(parameters.type)) + " " + op_word(parameters);
    }
    [[nodiscard]] double flops() const { return bench.routine->amount(bench); }
    [[nodiscard]] std::string extent() const { return extent_text(bench.m, bench.n, bench.k); }
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
        refuse(hg::kernels::name(parameters) + " " + fault + " (" + device.listing.info.name + ")");
}

KernelRow planned_row(const KernelOptions& options, hg::kernels::GemmParameters parameters,
                      const Extent& extent, const std::string& from) {
    KernelRow row{options.base, parameters, from};
    row.bench.routine = &bench_routine(hg::traits_of(parameters.type).letter + std::string("gemm"));
    row.bench.op = op_of_a(parameters);
    row.bench.op_b = op_of_b(parameters);
    row.bench.m = extent.m;
    row.bench.n = extent.n;
    row.bench.k = extent.k;
    row.parameters.overwrite = options.base.beta == 0;
    return row;
}

/// The rows without their results: the kernels given, or those that the database chooses.
std::vector<KernelRow> planned_rows(const KernelOptions& options, const OneDevice& device,
                                    const hg::kernels::Database& database) {
    std::vector<KernelRow> rows;
    const auto sizes = extents(options, device.model.is_gpu);
    for (const std::string& name : options.kernels)
        for (const Extent& extent : sizes)
            rows.push_back(planned_row(options, kernel_of_name(name), extent, "given"));
    if (options.kernels.empty())
        for (const std::string& type : options.types)
            for (const std::string& ops : options.ops)
                for (const Extent& extent : sizes) {
                    hg::kernels::GemmParameters words{.type = type_of(type)};
                    set_ops(words, ops);
                    hg::kernels::GemmChoice choice = database.choose(
                        {words.type, words.transpose_a, words.transpose_b, extent.m, extent.n, extent.k},
                        device.model);
                    choice.parameters.conjugate_a = words.conjugate_a;
                    choice.parameters.conjugate_b = words.conjugate_b;
                    rows.push_back(
                        planned_row(options, choice.parameters, extent,
                                    options.emulated ? "emulated" : std::string(name(choice.rung))));
                }
    for (const KernelRow& row : rows) require_runs(row.parameters, device);
    return rows;
}

/// Appends the row's product on registers of A, B and C.
void append_product(hg::ProgramBuilder& builder, const KernelRow& row,
                    std::span<const hg::RegisterId> registers, const OneDevice& device,
                    const hg::kernels::Database& database) {
    const ResidentCase& b = row.bench;
    const hg::kernels::GemmParameters& p = row.parameters;
    const hg::RegisterId A = registers[0], B = registers[1], C = registers[2];
    if (row.is_emulated()) {
        hg::EmulatedGemm(database, device.model, p.type, b.op, b.op_b, b.m, b.n, b.k)
            .append(builder, 1.0, A, B, b.beta, C);
    } else if (p.split_k > 1) {
        const hg::RegisterId sums = builder.reg(0, p.type, b.m, b.n * p.split_k, b.m);
        builder.exec(hg::kernels::gemm(p), {A, B, sums}, {1.0, b.beta});
        builder.exec(hg::kernels::gemm_sum(p.type, p.split_k, p.overwrite), {sums, C}, {1.0, b.beta});
    } else {
        builder.exec(hg::kernels::gemm(p), {A, B, C}, {1.0, b.beta});
    }
}

std::vector<KernelPart> time_parts(ResidentDevice& device, const ResidentProgram& program, int runs) {
    std::vector<KernelPart> parts;
    for (const ResidentStep& step : program.steps().steps()) {
        KernelPart part{step.instruction->name, std::numeric_limits<double>::infinity()};
        for (int run = 0; run < runs; ++run) {
            const ChainTimes times = device.run({&step, 1});
            part.seconds = std::min(part.seconds, times.device > 0 ? times.device : times.wall);
        }
        parts.push_back(part);
    }
    return parts;
}

/// Checks one product, then times runs of several; each peer takes its turn after each run.
void time_row(KernelRow& row, const KernelOptions& options, const OneDevice& device, ResidentDevice& resident,
              const hg::kernels::Database& database, const std::vector<std::unique_ptr<Peer>>& peers) {
    const std::unique_ptr<BenchProblem> problem = row.bench.routine->make(nullptr, row.bench);
    ResidentProgram program(
        resident, device.model, row.bench.registers(),
        [&](auto& builder, auto registers) { append_product(builder, row, registers, device, database); });
    row.result.error = check(resident, program, *problem);
    const PeerTurnList turns = turns_of(peers, 1, *problem);
    time_chains(
        options.runs, [&](int times) { return program.run(times); }, row.result,
        [&](int round) {
            for (const auto& turn : turns) {
                turn->take(round >= 0);
                if (round == options.runs.repeat - 1 && turn->succeeded())
                    turn->set_error(problem->error().error);
            }
        });
    for (const auto& turn : turns) row.result.peers.push_back(turn->result());
    if (row.is_emulated()) row.parts = time_parts(resident, program, options.runs.repeat);
}

std::vector<KernelRow> run_rows(const KernelOptions& options, const OneDevice& device) {
    const auto database = tuned_kernels(device.options.cache_folder);
    std::vector<KernelRow> rows = planned_rows(options, device, database);
    const auto peers = load_peers(options.peers, device.listing.info);
    ResidentDevice resident(make_device(device));
    ProgressBar bar("starting", rows.size());
    for (KernelRow& row : rows) {
        bar.say(row.kernel() + " " + row.extent());
        time_row(row, options, device, resident, database, peers);
        bar.advance();
    }
    return rows;
}

std::string ops_of(const KernelRow& row) {
    return op_word(row.parameters);
}

std::vector<Json> parts_json(const KernelRow& row) {
    std::vector<Json> parts;
    for (const KernelPart& part : row.parts)
        parts.push_back(Json{{"kernel", part.kernel}, {"seconds", part.seconds}});
    return parts;
}

/// What a kernel of an emulated product took; of the products of residues the integer operations a second,
/// too.
std::string part_line(const KernelRow& row, const KernelPart& part) {
    const std::string text = "  " + part.kernel + ": " + seconds_text(part.seconds);
    if (!part.kernel.starts_with("emulated_product")) return text;
    const hg::ElementType type = row.parameters.type;
    const double products = hg::kernels::moduli_for(type) * hg::kernels::real_products(type);
    return text + ", " + fixed(products * row.flops() / hg::real_operations(type) / part.seconds / 1e12, 0) +
           " TOP/s";
}

Columns<KernelRow> columns_of(const KernelOptions& options) {
    Columns<KernelRow> columns{{"kernel", "kernel", &KernelRow::kernel},
                               {"from", "from", &KernelRow::from},
                               {"type", "", [](auto& row) { return hg::name(row.parameters.type); }},
                               {"ops", "", ops_of},
                               {"", "m x n x k", [](auto& row) { return Value(nullptr, row.extent()); }},
                               {"m", "", [](auto& row) { return row.bench.m; }},
                               {"n", "", [](auto& row) { return row.bench.n; }},
                               {"k", "", [](auto& row) { return row.bench.k; }},
                               {"beta", "", [](auto& row) { return row.bench.beta; }}};
    add_times<KernelRow>(columns, kFlopsWords, [](auto& row) { return row.flops(); });
    columns.push_back({"parts", "", parts_json});
    add_peers(columns, options.peers, kFlopsWords, [](const KernelRow& row, const PeerResult& peer) {
        return ComparedPeer{&peer, row.flops(), peer.resident_seconds.value_or(peer.times.best()),
                            row.result.wall.best()};
    });
    // Of the database's kernels all that has one operation is a line.
    columns.push_back(Column<KernelRow>::for_plots(
        "line", kPlain, [](auto& row) { return row.from == "given" ? row.kernel() : ops_of(row); }));
    return columns;
}

Report kernel_report(const KernelOptions& options, const std::string& device,
                     const std::vector<KernelRow>& rows) {
    const ReportTable table = table_of(columns_of(options), rows);
    Report report("hgctl bench kernel", std::string("C := op(A) op(B)") +
                                            (options.base.beta != 0 ? " + beta C" : "") +
                                            " in the memory of " + device + ", " +
                                            count_text(static_cast<std::size_t>(options.runs.repeat), "run"));
    report.device(device);
    std::vector<std::string> keys{"type", "ops", "m", "n", "k", "beta"};
    if (!options.kernels.empty()) keys.insert(keys.begin(), "kernel");
    add_comparable(report, {.keys = keys, .samples = {"all_seconds"}});
    report.plot(
        table,
        {.x = "n", .curves = rate_curves(options.peers, kFlopsWords), .series = {"line"}, .each = {"type"}});
    report.table("rows", table, "All rows");
    for (const KernelRow& row : rows)
        for (const KernelPart& part : row.parts) report.line(part_line(row, part));
    report.line(kClocks);
    return report;
}

int run_bench_kernel(const KernelOptions& options) {
    options.files.check();
    const OneDevice device = one_device(options.device);
    const std::vector<KernelRow> rows = run_rows(options, device);
    int status = kGood;
    for (const KernelRow& row : rows) {
        report_failures(row.result.peers, row.kernel() + " " + row.extent());
        status = std::max(status, status_of(row.result.error, row.kernel() + " at " + row.extent()));
    }
    options.files.write(kernel_report(options, device.listing.info.name, rows));
    return status;
}

constexpr std::int64_t kLargestSize = std::int64_t{1} << 20;

void add_problem_options(Command& command, KernelOptions& options) {
    command
        .option("--kernel", options.kernels,
                "Kernels by name, such as gemm_blocked_f64_nt (default: those that the database chooses)")
        .list();
    command.words("--type", options.types, floating_type_words(),
                  "Element types, if the database chooses the kernels");
    command.words("--ops", options.ops, complex_op_words(),
                  "op(A) and op(B), if the database chooses the kernels; c is the conjugate transpose");
    command.flag("--emulated", options.emulated,
                 "Time products emulated with 8-bit integers, and each of their kernels");
    command.option("--sizes", options.sizes,
                   "m = n = k, for example 1024,4095 or 512:8192:log (4096; on a CPU 1024)");
    command.count("--m", options.m, "Rows of C, instead of --sizes", 1, kLargestSize);
    command.count("--n", options.n, "Columns of C, instead of --sizes", 1, kLargestSize);
    command.count("--k", options.k, "Columns of op(A), instead of --sizes", 1, kLargestSize);
    command.option("--beta", options.base.beta, "Factor of C; if 0, C is not read").show_default();
    command
        .option("--gap", options.base.gap,
                "Gap between columns, in rows (default: columns begin at multiples of 128 bytes)")
        .whole_number(0, 1 << 20);
}

}  // namespace

void add_bench_kernel(Command& bench) {
    auto options = std::make_shared<KernelOptions>();
    Command command = bench.subcommand("kernel", "GEMM kernels alone, with matrices in device memory");
    add_one_device_option(command, options->device);
    add_problem_options(command, *options);
    add_run_options(command, options->runs, "Products");
    Option peer =
        command.option("--peer", options->peers, "Other libraries to time alternately with hg, if installed");
    peer.list().one_of(kGemmPeers);
    command.option("--with", options->peers).list().one_of(kGemmPeers).excludes(peer).hide();
    options->files.add_options(command, "rates over n, all rows");
    command.callback([options] { return run_bench_kernel(*options); });
}

}  // namespace hgctl
