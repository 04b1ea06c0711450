// hgctl bench resident: levels 1 and 2 of BLAS on operands in a device's memory.
#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "tools/cli/progress_bar.hpp"
#include "tools/hgctl/bench/resident/resident_case.hpp"
#include "tools/hgctl/bench/resident/resident_times.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/size_grid.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

struct Options {
    std::string device;
    std::vector<std::string> routines;
    std::vector<std::string> kernels{""};
    std::vector<std::string> types{"f64"};
    std::vector<std::string> ops{"n", "t"};
    std::vector<std::string> triangles{"lower"};
    std::string sizes;
    std::vector<std::int64_t> lengths;
    std::vector<std::string> peers;
    ResidentCase base;
    ResidentRuns runs;
    ReportFiles files;
};

/// One row, measured.
struct ResidentRow {
    ResidentCase bench;
    ResidentTimes result;
    /// Seconds that its memory traffic takes at least; 0: the device's memory is not measured.
    double bound = 0;

    [[nodiscard]] double bytes() const { return bench.routine->amount(bench); }
    [[nodiscard]] std::string text() const { return bench.title() + " " + bench.extent(); }
};

/// scal on registers takes real factors, too.
bool has_registers(const BenchRoutine& routine) {
    return routine.moves_memory() && routine.row != "real_scal";
}

std::vector<std::string> routine_words() {
    std::vector<std::string> words;
    for (const BenchRoutine& routine : bench_routines())
        if (has_registers(routine) && std::ranges::find(words, routine.row) == words.end())
            words.push_back(routine.row);
    return words;
}

/// m and n of each row.
std::vector<std::vector<std::int64_t>> shapes(const Options& options, const BenchRoutine& routine,
                                              bool is_gpu) {
    std::vector<std::vector<std::int64_t>> list;
    if (routine.level == 1) {
        const std::int64_t usual = std::int64_t{1} << (is_gpu ? 24 : 20);
        for (const std::int64_t n : options.lengths.empty() ? std::vector{usual} : options.lengths)
            list.push_back({n, n});
        return list;
    }
    const std::string text = !options.sizes.empty() ? options.sizes : is_gpu ? "8192" : "2048";
    if (text.find('x') == std::string::npos) {
        for (const std::int64_t n : parse_sizes(text, "--sizes")) list.push_back({n, n});
        return list;
    }
    for (std::vector<std::int64_t> shape : parse_shapes(text, "--sizes", {"M", "N"})) {
        if (shape.size() == 1) shape.push_back(shape.front());
        if (routine.form.has_m() || shape[0] == shape[1]) list.push_back(std::move(shape));
    }
    return list;
}

hg::Op op_of(const std::string& word) {
    return word == "n" ? hg::Op::none : word == "t" ? hg::Op::trans : hg::Op::conj_trans;
}

void add_cases(const Options& options, const BenchRoutine& routine, bool is_gpu,
               std::vector<ResidentCase>& cases) {
    const bool has_op = !routine.form.ops.empty();
    for (const std::string& op : options.ops)
        for (const std::string& triangle : options.triangles)
            for (const auto& shape : shapes(options, routine, is_gpu)) {
                if (!has_op && op != options.ops.front()) continue;
                if (op == "c" && !hg::is_complex(routine.type)) continue;
                if (!routine.form.has_uplo && triangle != options.triangles.front()) continue;
                ResidentCase bench = options.base;
                bench.routine = &routine;
                bench.alpha = -1;  // repeated calls neither grow nor shrink much
                bench.op = has_op ? op_of(op) : hg::Op::none;
                bench.uplo = triangle == "lower" ? hg::Uplo::lower : hg::Uplo::upper;
                bench.m = shape[0];
                bench.n = shape[1];
                for (const std::string& kernel : options.kernels) {
                    bench.kernel = kernel;
                    cases.push_back(bench);
                }
            }
}

std::vector<ResidentCase> cases(const Options& options, bool is_gpu) {
    std::vector<ResidentCase> list;
    for (const std::string& name : routine_words()) {
        if (!options.routines.empty() && std::ranges::find(options.routines, name) == options.routines.end())
            continue;
        for (const std::string& type : options.types)
            for (const BenchRoutine& routine : bench_routines())
                if (routine.row == name && routine.type == type_of(type))
                    add_cases(options, routine, is_gpu, list);
    }
    return list;
}

PeerResult time_peer(Peer& peer, const Options& options, BenchProblem& problem, int chain) {
    PeerResult result{.name = peer.name(), .runs_on = peer.runs_on(1)};
    try {
        problem.restore();
        ListedCall call = problem.listed();
        for (ListedOperand* const operand : call.operands())
            if (operand->written) operand->result = operand->data;
        call.chain = chain;
        call.runs = options.runs.repeat;
        result.times.seconds = peer.repeat(call);
        result.error = problem.error().error;
    } catch (const hg::Error& error) {
        result.failure = error.what();
    }
    return result;
}

std::vector<ResidentRow> run_rows(const Options& options, const OneDevice& device) {
    std::vector<ResidentRow> rows;
    const hg::MemoryRates rates = memory_rates(device);
    const auto peers = load_peers(options.peers, device.listing.info);
    ResidentDevice resident(make_device(device));
    const auto tuned = hg::kernels::Database::with_user_results(device.options.cache_folder);
    std::vector<ResidentCase> list = cases(options, device.model.is_gpu);
    ProgressBar bar("starting", list.size());
    std::unique_ptr<BenchProblem> problem;
    for (ResidentCase& bench : list) {
        bench.database = &tuned;
        ResidentRow row{bench, {}, hg::bound(bench.routine->traffic(bench), rates).adding};
        bar.say(row.text());
        if (!problem || !bench.has_operands_of(rows.back().bench))
            problem = bench.routine->make(nullptr, bench);
        ResidentProgram program(resident, device.model, bench.registers(),
                                [&](auto& builder, auto operands) { append(builder, bench, operands); });
        row.result.kernels = program.steps().kernels();
        row.result.error = check(resident, program, *problem);
        time_chains(
            options.runs, [&](int times) { return program.run(times); }, row.result);
        for (const auto& peer : peers)
            row.result.peers.push_back(time_peer(*peer, options, *problem, row.result.chain));
        rows.push_back(std::move(row));
        bar.advance();
    }
    return rows;
}

/// "lower t", or the name of a given kernel.
std::string line_of(const ResidentCase& bench) {
    const std::size_t heading = bench.routine->row.size() + 1 + hg::name(bench.routine->type).size();
    const std::string title = bench.title(), letters = title.substr(std::min(title.size(), heading + 1));
    return letters + (letters.empty() || bench.kernel.empty() ? "" : ", ") + bench.kernel;
}

Columns<ResidentRow> columns_of(const std::vector<std::string>& peers) {
    Columns<ResidentRow> columns{
        {"", "routine", [](auto& row) { return row.bench.title(); }},
        {"", "size", [](auto& row) { return row.bench.extent(); }},
        {"routine", "", [](auto& row) { return row.bench.routine->row; }},
        {"type", "", [](auto& row) { return hg::name(row.bench.routine->type); }},
        {"op", "", [](auto& row) { return std::string(1, row.bench.op_letter()); }},
        {"uplo", "", [](auto& row) { return row.bench.uplo == hg::Uplo::lower ? "lower" : "upper"; }},
        {"m", "", [](auto& row) { return row.bench.ld(); }},
        {"n", "", [](auto& row) { return row.bench.n; }},
        {"kernels", "", [](auto& row) { return row.result.kernels; }},
        {"bytes", "", &ResidentRow::bytes}};
    add_times<ResidentRow>(columns, kBytesWords, [](auto& row) { return row.bytes(); });
    columns.push_back({"of_bound", "of bound", kFixed<2>,
                       [](auto& row) { return known(row.bound / row.result.device.best()); }});
    const auto compare = [](const ResidentRow& row, const PeerResult& peer) {
        return ComparedPeer{&peer, row.bytes(), peer.times.best(), row.result.wall.best(),
                            row.result.device.best()};
    };
    add_peers(columns, peers, kBytesWords, compare, true);
    columns.push_back(
        Column<ResidentRow>::for_plots("line", kPlain, [](auto& row) { return line_of(row.bench); }));
    return columns;
}

Report resident_report(const std::string& device, const Options& options,
                       const std::vector<ResidentRow>& rows) {
    const ReportTable table = table_of(columns_of(options.peers), rows);
    Report report("hgctl bench resident",
                  "Levels 1 and 2 in the memory of " + device + ", bytes of least traffic a second");
    report.device(device);
    std::vector<std::string> keys{"routine", "type", "op", "uplo", "m", "n"};
    if (options.kernels.front() != "") keys.push_back("kernels");
    add_comparable(report, {.keys = keys, .samples = {"all_seconds"}});
    report.plot(table, {.x = "n",
                        .curves = rate_curves(options.peers, kBytesWords),
                        .series = {"line"},
                        .each = {"routine", "type"}});
    report.table("rows", table, "All rows");
    report.line(kClocks);
    return report;
}

int run_bench_resident(const Options& options) {
    options.files.check();
    const OneDevice device = one_device(options.device);
    const std::vector<ResidentRow> rows = run_rows(options, device);
    options.files.write(resident_report(device.listing.info.name, options, rows));
    int status = kGood;
    for (const ResidentRow& row : rows) {
        report_failures(row.result.peers, row.text());
        status = std::max(status, status_of(row.result.error, row.text() + " by " + row.result.kernels));
    }
    return status;
}

void add_case_options(Command& command, Options& options) {
    command.words("--routines", options.routines, routine_words(),
                  "Routines of levels 1 and 2 (default: all)");
    command.option("--kernel", options.kernels, "Kernels by their names in the JSON, if there is one routine")
        .list();
    command.words("--type", options.types, floating_type_words(), "Element types");
    command.words("--ops", options.ops, {"n", "t", "c"},
                  "op(A) of gemv, trmv and trsv; c for complex elements alone");
    command.words("--uplo", options.triangles, {"lower", "upper"}, "Triangles");
    command.option("--sizes", options.sizes,
                   "Matrices: orders, for example 1024,4095 or 512:8192:log, or MxN (8192; on a CPU 2048)");
    command.option("--lengths", options.lengths, "Vectors: elements (2^24; on a CPU 2^20)")
        .list()
        .whole_number(1, std::numeric_limits<std::int32_t>::max());
    command
        .option("--gap", options.base.gap,
                "Gap between columns, in rows (default: columns begin at multiples of 128 bytes)")
        .whole_number(0, 1 << 20);
}

}  // namespace

void add_bench_resident(Command& bench) {
    auto options = std::make_shared<Options>();
    Command command =
        bench.subcommand("resident", "Levels 1 and 2 on registers: operands and results in device memory");
    add_one_device_option(command, options->device);
    add_case_options(command, *options);
    add_run_options(command, options->runs, "Calls");
    command.words("--peer", options->peers, kResidentPeers, "Other libraries to time, if installed");
    options->files.add_options(command, "rates over n, all rows");
    command.callback([options] { return run_bench_resident(*options); });
}

}  // namespace hgctl
