// hgctl bench program: commands a second, from a program's source to the end of its run.
#include <algorithm>
#include <array>
#include <cstdint>
#include <iostream>
#include <memory>
#include <numeric>
#include <string>

#include "runtime/machine/device/discovery.hpp"
#include "tools/cli/progress_bar.hpp"
#include "tools/cli/repeat_options.hpp"
#include "tools/cli/stopwatch.hpp"
#include "tools/hgctl/bench/bench_columns.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/peer_loader.hpp"
#include "tools/peers/cholesky_tasks.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/timing/samples.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/source.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hgctl {
namespace {

constexpr const char* kSource = R"(hg program 2
# The tasks of a tiled Cholesky factorization A = L L^T, t x t tiles. Columns lie on the workers a and b in
# turn. Each tile of L is stored when it is done; the other worker loads what it needs of it.
param t
matrix A f64 t x t
devices all

instruction potrf from "empty.cl" (A: read_write f64) geometry (1) host "empty"
instruction trsm from "empty.cl" (L: read f64, A: read_write f64) geometry (1) host "empty"
instruction syrk from "empty.cl" (A: read f64, C: read_write f64) geometry (1) host "empty"
instruction gemm from "empty.cl" (A: read f64, B: read f64, C: read_write f64) geometry (1) host "empty"

let workers = count(all)
register a[t * t] f64 1 x 1 @ all[0]
register b[t * t] f64 1 x 1 @ all[workers - 1]

for j in 0..t {
    for i in j..t {
        if j % workers == 0 { LD a[i + j * t] <- A[i, j] } else { LD b[i + j * t] <- A[i, j] }
    }
}
for k in 0..t {
    let diagonal = k + k * t
    if k % workers == 0 {
        EXEC potrf a[diagonal]
        for i in k + 1..t { EXEC trsm a[diagonal] a[i + k * t] }
        for i in k..t { ST A[i, k] <- a[i + k * t] }
        if workers > 1 {
            for i in k + 1..t { LD b[i + k * t] <- A[i, k] }
        }
    } else {
        EXEC potrf b[diagonal]
        for i in k + 1..t { EXEC trsm b[diagonal] b[i + k * t] }
        for i in k..t { ST A[i, k] <- b[i + k * t] }
        for i in k + 1..t { LD a[i + k * t] <- A[i, k] }
    }
    for j in k + 1..t {
        if j % workers == 0 {
            EXEC syrk a[j + k * t] a[j + j * t]
            for i in j + 1..t { EXEC gemm a[i + k * t] a[j + k * t] a[i + j * t] }
        } else {
            EXEC syrk b[j + k * t] b[j + j * t]
            for i in j + 1..t { EXEC gemm b[i + k * t] b[j + k * t] b[i + j * t] }
        }
    }
}
)";

constexpr const char* kKernels = R"(
#define MATRIX(X) global double *X, long X##_first, int X##_rows, int X##_cols, int X##_ld
#define INPUT(X) const MATRIX(X)
kernel void potrf(MATRIX(A)) {}
kernel void trsm(INPUT(L), MATRIX(A)) {}
kernel void syrk(INPUT(A), MATRIX(C)) {}
kernel void gemm(INPUT(A), INPUT(B), MATRIX(C)) {}
)";

/// The least number of tiles in a column that makes a tiled Cholesky factorization of at least `tasks` tasks.
std::int64_t cholesky_tiles(std::int64_t tasks) noexcept {
    std::int64_t tiles = 1;
    while (cholesky_task_count(tiles) < tasks) ++tiles;
    return tiles;
}

/// The text of a program of these tasks for one or two devices, with a parameter t, the tiles in a column.
/// Each task is an EXEC of an empty kernel on tiles of one element. What one device computes and the other
/// reads goes through host memory.
const std::string& cholesky_source() {
    static const std::string source = kSource;
    return source;
}

/// What the source uses: the empty kernels, for OpenCL devices and for the host.
hg::SourceLibrary empty_kernels() {
    hg::SourceLibrary library;
    library.read = [](const std::string&) { return std::string(kKernels); };
    library.host = [](const std::string&, const std::string&) {
        return std::function<void(const hg::HostCall&)>([](const hg::HostCall&) {});
    };
    return library;
}

/// What a program goes through.
constexpr std::array<const char*, 5> kProgramStages{"parse", "derive", "verify", "simulate", "run"};

struct ProgramOptions {
    std::int64_t tasks = 100000;
    int repeat = 5, warmup = 1;
    std::vector<std::string> peers = kTaskPeers;
    ReportFiles files{};
};

/// The devices that run the program: a worker is a device, whose EXEC queue has a thread.
struct ProgramPlace {
    std::string name;  ///< "host", or the first device's name
    bool is_host = false;
    int workers = 1;
    hg::MachineOptions options;  ///< that select the devices
};

/// A graph's times of repeated runs.
struct GraphSamples {
    std::string name;  ///< of the library
    int workers = 1;
    bool builds_first = true;  ///< else the graph is built while it runs
    Samples build{}, run{}, together{};

    void add(const TaskTimes& times) {
        builds_first = times.build.has_value();
        if (times.build) build.seconds.push_back(*times.build);
        run.seconds.push_back(times.run);
        together.seconds.push_back(times.together());
    }
};

/// Times of a program at one place.
struct ProgramRow {
    ProgramPlace place;
    std::size_t commands = 0;
    std::array<Samples, kProgramStages.size()> stages{};  ///< in the order of kProgramStages
    bool right = true;                                    ///< each run left the matrix as it was

    [[nodiscard]] double rate(std::size_t stage) const {
        return static_cast<double>(commands) / stages[stage].best();
    }
};

struct ProgramBench {
    std::int64_t tiles = 0;  ///< in a column
    std::vector<ProgramRow> rows{};
    std::vector<GraphSamples> graphs{};   ///< hg's at the host, and the peers'
    std::vector<std::string> left_out{};  ///< peers, with the reason
};

/// A machine of a row, and the matrix that its program works on.
class RowRunner {
  public:
    RowRunner(const ProgramPlace& place, std::int64_t tiles)
        : machine_(place.options), tiles_(tiles), matrix_(static_cast<std::size_t>(tiles * tiles)) {
        std::iota(matrix_.begin(), matrix_.end(), 1.0);
    }

    /// Each stage once. Source and memory plan are what other libraries build as a graph.
    TaskTimes turn(ProgramRow& row, bool counts) {
        const std::vector<double> before = matrix_;
        std::array<double, kProgramStages.size()> seconds{};
        Stopwatch watch;
        const hg::ProgramSource source = hg::ProgramSource::parse(cholesky_source());
        seconds[0] = watch.lap();
        const hg::Program program = source.build(machine_.target(), {{"t", tiles_}}, empty_kernels());
        seconds[1] = watch.lap();
        hg::verify(program);
        seconds[2] = watch.lap();
        static_cast<void>(hg::simulate(program, machine_.target()));
        seconds[3] = watch.lap();
        const hg::Bindings bindings = hg::Bindings{}.matrix("A", matrix_.data(), tiles_);
        watch.lap();
        machine_.run(program, bindings);
        seconds[4] = watch.lap();
        row.commands = program.size();
        row.right = row.right && matrix_ == before;
        for (std::size_t s = 0; counts && s < seconds.size(); ++s)
            row.stages[s].seconds.push_back(seconds[s]);
        return {.build = seconds[0] + seconds[1], .run = seconds[4]};
    }

  private:
    hg::Machine machine_;
    const std::int64_t tiles_;
    std::vector<double> matrix_;
};

/// The host with one worker and with two, then one and two of the OpenCL devices that HG_DEVICES selects.
std::vector<ProgramPlace> program_places() {
    std::vector<ProgramPlace> places;
    for (const char* devices : {"host", "host,host"})
        places.push_back({"host", true, static_cast<int>(places.size()) + 1, machine_options(devices)});
    const hg::MachineOptions options = machine_options("");
    const std::vector<hg::DeviceListing> selected = hg::selected_devices(options);
    if (std::ranges::any_of(selected, [](const auto& d) { return d.info.is_host; })) return places;
    for (int workers = 1; workers <= std::min(2, static_cast<int>(selected.size())); ++workers)
        places.push_back(
            {selected.front().info.name, false, workers, first_devices(options, selected, workers)});
    return places;
}

/// Runs the program at a place, at the host in turn with the peers.
void run_place(const ProgramOptions& options, const ProgramPlace& place, ProgressBar& bar,
               ProgramBench& bench) {
    std::vector<std::string> left_out;
    std::vector<std::unique_ptr<TaskPeer>> peers;
    if (place.is_host) peers = load_task_peers(options.peers, place.workers, left_out);
    std::vector<GraphSamples> graphs{{"hg", place.workers}};
    for (const auto& peer : peers) graphs.push_back({peer->name(), place.workers});
    ProgramRow row{place};
    RowRunner runner(place, bench.tiles);
    for (int turn = -options.warmup; turn < options.repeat; ++turn) {
        bar.say(place.name + ", " + count_text(static_cast<std::size_t>(place.workers), "worker"));
        for (std::size_t g = 0; g < graphs.size(); ++g) {
            const TaskTimes times = g == 0 ? runner.turn(row, turn >= 0)
                                           : peers[g - 1]->run(static_cast<std::size_t>(bench.tiles));
            if (turn >= 0) graphs[g].add(times);
        }
        bar.advance();
    }
    bench.rows.push_back(row);
    if (place.is_host) bench.graphs.insert(bench.graphs.end(), graphs.begin(), graphs.end());
    if (bench.left_out.empty()) bench.left_out = left_out;
}

/// 8.1e6 as "8.10 M/s".
std::string millions(double rate) {
    return fixed(rate / 1e6, 2) + " M/s";
}

/// The columns that identify a row.
Columns<ProgramRow> place_columns() {
    return {{"on", "on", [](auto& row) { return row.place.name; }},
            {"workers", "workers", [](auto& row) { return row.place.workers; }}};
}

/// The samples of a stage.
auto times_of(std::size_t stage) {
    return [stage](const ProgramRow& row) { return &row.stages[stage]; };
}

/// How much the times of each stage spread.
ReportTable spread_table(const std::vector<ProgramRow>& rows) {
    ReportTable table;
    for (std::size_t s = 0; s < kProgramStages.size(); ++s) {
        Columns<ProgramRow> columns = place_columns();
        columns.push_back({"", "stage", [s](auto&) { return kProgramStages[s]; }});
        add_samples(columns, spread_columns(), times_of(s));
        table.append(table_of(columns, rows));
    }
    return table.for_people();
}

ReportTable row_table(const std::vector<ProgramRow>& rows) {
    Columns<ProgramRow> columns = place_columns();
    columns.push_back({"commands", "commands", &ProgramRow::commands});
    columns.push_back({"right", "", &ProgramRow::right});
    for (std::size_t s = 0; s < kProgramStages.size(); ++s) {
        const std::string stage = kProgramStages[s];
        columns.push_back(
            {"seconds/" + stage, stage, kSeconds, [s](auto& row) { return row.stages[s].best(); }});
        columns.push_back({"commands_per_second/" + stage, "commands/s", {"1/s", millions}, [s](auto& row) {
                               return row.rate(s);
                           }});
        add_samples(columns, sample_columns(), times_of(s), stage);
    }
    return table_of(columns, rows);
}

ReportTable graph_table(const std::vector<GraphSamples>& graphs, double tasks) {
    const auto before = [](Samples GraphSamples::*of) {
        return [=](const GraphSamples& graph) {
            return graph.builds_first ? Value((graph.*of).best()) : Value(nullptr);
        };
    };
    return table_of<GraphSamples>(
        {{"name", "library", &GraphSamples::name},
         {"workers", "workers", &GraphSamples::workers},
         {"build", "build", kSeconds, before(&GraphSamples::build)},
         {"run", "run", kSeconds, before(&GraphSamples::run)},
         {"together", "together", kSeconds, [](auto& graph) { return graph.together.best(); }},
         {"together_median", "median", kSeconds, [](auto& graph) { return graph.together.median(); }},
         {"", "IQR", kPercent<1>, [](auto& graph) { return graph.together.spread(); }},
         {"", "tasks/s", {"1/s", millions}, [tasks](auto& graph) { return tasks / graph.together.best(); }},
         {"all_seconds/build", "", [](auto& graph) { return graph.build.seconds; }},
         {"all_seconds/run", "", [](auto& graph) { return graph.run.seconds; }},
         {"all_seconds/together", "", [](auto& graph) { return graph.together.seconds; }}},
        graphs);
}

Report program_report(const ProgramOptions& options, const ProgramBench& bench) {
    const auto tasks = cholesky_task_count(bench.tiles);
    const std::string tiles = std::to_string(bench.tiles);
    std::vector<std::string> devices;
    for (const ProgramRow& row : bench.rows)
        if (row.place.workers == 1) devices.push_back(row.place.name);
    Report report("hgctl bench program", "Cholesky factorization of " + tiles + " x " + tiles +
                                             " tiles: " + std::to_string(tasks) + " empty tasks, best of " +
                                             count_text(static_cast<std::size_t>(options.repeat), "run"));
    report.devices(devices).fact("tiles", bench.tiles).fact("tasks", tasks);
    report.fact("repeat", options.repeat).fact("left_out", bench.left_out);
    std::vector<std::string> samples;
    for (const char* const stage : kProgramStages) samples.push_back(std::string("all_seconds/") + stage);
    add_comparable(report, {.keys = {"tasks", "on", "workers"}, .samples = samples});
    report.table("rows", row_table(bench.rows));
    report.table("", spread_table(bench.rows));
    report.heading("The same tasks on the CPU, libraries in turn");
    report.table("graphs", graph_table(bench.graphs, static_cast<double>(tasks)));
    report.line(
        "build: the graph of a run, which can run many times; hg parses its source and derives dependencies "
        "and\n"
        "memory. StarPU derives dependencies while it runs; Taskflow is given them. A worker of hg is a "
        "host\n"
        "device with a queue for tasks; two exchange tiles through host memory, which the libraries' workers "
        "share.");
    return report;
}

int run_bench_program(const ProgramOptions& options) {
    options.files.check();
    const std::vector<ProgramPlace> places = program_places();
    ProgressBar bar("starting", places.size() * static_cast<std::size_t>(options.warmup + options.repeat));
    ProgramBench bench{.tiles = cholesky_tiles(options.tasks)};
    for (const ProgramPlace& place : places) run_place(options, place, bar, bench);
    report_left_out(bench.left_out);
    int status = kGood;
    for (const ProgramRow& row : bench.rows) {
        if (row.right) continue;
        std::cerr << "hgctl: wrong result: empty tasks on " << row.place.name << " changed the matrix\n";
        status = kCheckFailed;
    }
    options.files.write(program_report(options, bench));
    return status;
}

}  // namespace

void add_bench_program(Command& bench) {
    auto options = std::make_shared<ProgramOptions>();
    Command command =
        bench.subcommand("program", "Commands per second: parse, derive, verify, simulate and run a program");
    command.count("--tasks", options->tasks, "Minimum number of tasks of a tiled Cholesky factorization", 1,
                  10000000);
    add_repeat_options(command, options->repeat, options->warmup);
    command.words("--peer", options->peers, kTaskPeers,
                  "Other libraries to time alternately with hg on the CPU, if installed");
    options->files.add_options(command);
    command.callback([options] { return run_bench_program(*options); });
}

}  // namespace hgctl
