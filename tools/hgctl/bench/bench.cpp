// hgctl bench: how fast, how near to what the hardware allows, and how right.
#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/machine/device/discovery.hpp"
#include "runtime/program/simulate/timing.hpp"
#include "tools/cli/progress_bar.hpp"
#include "tools/cli/repeat_options.hpp"
#include "tools/hgctl/bench/bench_report.hpp"
#include "tools/hgctl/bench/routines/bench_routine.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/size_grid.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include "tools/workload/operands/host_memory.hpp"
#include <hg/runtime/machine/trace.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace hgctl {
namespace {

struct Options {
    std::vector<std::int64_t> n{1024};
    std::map<std::string, std::vector<std::int64_t>> others;  ///< sizes beside n, by name; empty: not given
    std::string sizes;
    std::string devices;
    std::vector<int> counts;  ///< of devices; empty: not given
    std::vector<std::string> memory{"pageable"};
    std::vector<std::string> peers;
    std::string trace, arithmetic;
    BenchCase base;
    ReportFiles files;
};

std::string upper_case(std::string text) {
    for (char& letter : text) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    return text;
}

/// The sizes of a case, in the order of its routine's.
using Shape = std::vector<std::int64_t>;

/// Every combination of the sizes that have options of their own; those not given follow from n.
std::vector<Shape> combinations(const Options& options) {
    const std::vector<BenchSize>& sizes = options.base.routine->sizes;
    std::vector<Shape> shapes;
    for (const std::int64_t n : options.n) {
        std::vector<Shape> of_n{{}};
        for (const BenchSize& size : sizes) {
            std::vector<std::int64_t> values{size.otherwise.value_or(n)};
            if (size.name == "n") values = {n};
            if (const auto given = options.others.find(size.name);
                given != options.others.end() && !given->second.empty())
                values = given->second;
            std::vector<Shape> longer;
            for (const Shape& shape : of_n)
                for (const std::int64_t value : values) longer.emplace_back(shape).push_back(value);
            of_n = std::move(longer);
        }
        shapes.insert(shapes.end(), of_n.begin(), of_n.end());
    }
    return shapes;
}

/// The shapes of --sizes.
std::vector<Shape> listed_shapes(const Options& options) {
    const std::vector<BenchSize>& sizes = options.base.routine->sizes;
    std::vector<Shape> shapes;
    if (sizes.size() == 1) {
        for (const std::int64_t n : parse_sizes(options.sizes, "--sizes", largest_size(1)))
            shapes.push_back({n});
        return shapes;
    }
    std::vector<std::string> names;
    for (const BenchSize& size : sizes) names.push_back(upper_case(size.name));
    for (Shape shape : parse_shapes(options.sizes, "--sizes", names)) {
        if (shape.size() == 1) {
            Options of_n = options;
            of_n.n = shape;
            std::ranges::move(combinations(of_n), std::back_inserter(shapes));
        } else {
            shapes.push_back(std::move(shape));
        }
    }
    return shapes;
}

/// The sizes to run: all of a routine's sizes in their order.
std::vector<BenchCase> sized_cases(const Options& options) {
    std::vector<BenchCase> list;
    for (const Shape& shape : options.sizes.empty() ? combinations(options) : listed_shapes(options)) {
        BenchCase& bench = list.emplace_back(options.base);
        for (std::size_t i = 0; i < shape.size(); ++i) bench.*bench.routine->sizes[i].value = shape[i];
    }
    return list;
}

/// The cases of one number of devices.
std::vector<BenchCase> cases(const Options& options, int devices) {
    std::vector<BenchCase> list;
    for (BenchCase bench : sized_cases(options))
        for (const std::string& memory : options.memory) {
            bench.pinned = memory == "pinned";
            bench.devices = devices;
            list.push_back(bench);
        }
    return list;
}

/// Seconds that the model of the machine gives programs, one after the other.
std::optional<double> predict(const std::vector<hg::Program>& programs, hg::Target target, bool pinned) {
    if (programs.empty()) return {};
    if (pinned) target.host_copy_rate = hg::kFastestRate;
    double seconds = 0;
    for (const hg::Program& program : programs) {
        // A program may use the CPU beside the machine's devices.
        hg::Target all = target;
        for (std::size_t d = all.devices.size(); d < program.devices().size(); ++d)
            all.devices.push_back(program.devices()[d]);
        seconds += hg::simulate(program, all).makespan;
    }
    return seconds;
}

BenchRow run_row(hg::Session& session, const BenchCase& bench,
                 const std::vector<std::unique_ptr<Peer>>& peers, hg::Trace* trace) {
    BenchRow row{.bench = bench,
                 .target = session.target(),
                 .staged = session.model().staged,
                 .result = run_bench(session, bench, peers, trace),
                 .roof = bench.routine->roofline(bench, session.target(), session.model().host),
                 .predicted = {}};
    row.predicted = predict(row.result.programs, row.target, bench.pinned);
    row.result.programs.clear();
    return row;
}

/// The trace that a row is to write to: all rows to the file that the user asked for, else the last one to
/// what the page shows.
hg::Trace* trace_for(const Options& options, hg::Trace& trace, bool last) {
    return !options.trace.empty() || (!options.files.page().empty() && last) ? &trace : nullptr;
}

/// One device, or all of those that --devices names, unless counts are given.
std::vector<int> counts_of(const Options& options, std::size_t selected) {
    for (const int count : options.counts)
        if (static_cast<std::size_t>(count) > selected)
            refuse("--device-counts: " + count_text(static_cast<std::size_t>(count), "device") +
                   " requested, but " + count_text(selected, "device") +
                   " selected; --devices or HG_DEVICES selects others");
    if (!options.counts.empty()) return options.counts;
    return {options.devices.empty() ? 1 : static_cast<int>(selected)};
}

BenchRun run_rows(const Options& options, hg::Trace& trace) {
    hg::MachineOptions machine = machine_options(options.devices, options.arithmetic);
    const std::vector<hg::DeviceListing> selected = hg::selected_devices(machine);
    // Beside GPUs, calls go where those of users go. OpenCL on a CPU gains nothing: who benches it wants to
    // see it.
    const bool chooses = options.base.routine->moves_memory() ||
                         std::ranges::any_of(selected, [](const auto& d) { return d.info.is_gpu; });
    if (chooses) machine.host_below = hg::MachineOptions::from_environment().host_below;
    const std::vector<int> counts = counts_of(options, selected.size());
    // All sizes are looked at before the first row, which may take long.
    for (const BenchCase& bench : cases(options, 1))
        require_host_memory(title(bench), bench.routine->host_bytes(bench));
    const auto peers = load_peers(options.peers, selected.front().info);
    const std::size_t total = counts.size() * cases(options, 1).size();
    ProgressBar bar("starting", total);
    BenchRun run{.base = options.base,
                 .peers = options.peers,
                 .devices = {},
                 .names_workers = chooses,
                 .rows = {},
                 .last = {}};
    for (const hg::DeviceListing& device : selected) run.devices.push_back(device.info.name);
    for (int devices : counts) {
        hg::Session session(first_devices(machine, selected, devices));
        bar.say("measuring kernels and links of " + count_text(static_cast<std::size_t>(devices), "device"));
        trace.set_target(session.target());
        for (const BenchCase& bench : cases(options, devices)) {
            bar.say(title(bench));
            const bool last = run.rows.size() + 1 == total;
            run.rows.push_back(run_row(session, bench, peers, trace_for(options, trace, last)));
            bar.advance();
        }
    }
    run.last = trace.latest();
    return run;
}

/// Good when every result, a peer's aside, is right.
int run_bench_command(const Options& options) {
    options.files.check({{"--trace", options.trace}});
    hg::Trace trace;
    const BenchRun run = run_rows(options, trace);
    int status = kGood;
    for (const BenchRow& row : run.rows) {
        report_failures(row.result.peers, title(row.bench));
        status = std::max(status, status_of(row.result.error.error, title(row.bench)));
    }
    Report report = bench_report(run);
    if (!options.trace.empty())
        report.line("One run of each row is traced in " + options.trace +
                    " (open it in https://ui.perfetto.dev)");
    options.files.write(report);
    // Last: a disk that is full takes no more than the trace.
    if (!options.trace.empty()) trace.write(options.trace);
    return status;
}

void add_case_options(Command& command, Options& options) {
    std::string form;
    for (const BenchSize& size : options.base.routine->sizes) {
        form.append(form.empty() ? "" : "x").append(upper_case(size.name));
        if (size.name == "n") {
            command.count("--n", options.n, size.help, 1);
            continue;
        }
        const std::string otherwise = size.otherwise ? std::to_string(*size.otherwise) : "n";
        command.count("--" + size.name, options.others[size.name],
                      size.help + " (default: " + otherwise + ")", 1);
    }
    command.option("--sizes", options.sizes,
                   "Sizes instead of the options above, comma-separated: " +
                       (form == "N" ? "N, or ranges, for example 64:8192:log" : "N or " + form));
    add_devices_option(command, options.devices);
    command.count("--device-counts", options.counts,
                  "Numbers of devices; d means the first d of those that are selected (default: 1; with "
                  "--devices, all of them)",
                  1);
    command.words("--memory", options.memory, {"pageable", "pinned"}, "Memory of the matrices");
    add_arithmetic_option(command, options.arithmetic);
    for (const BenchSetting& setting : settings_of(*options.base.routine))
        setting.add_option(command, options.base);
}

void add_peer_options(Command& command, Options& options) {
    const std::vector<std::string>& peers = *options.base.routine->peers;
    if (peers.empty()) return;
    command.words("--peer", options.peers, peers,
                  "Other libraries to time alternately with hg, if installed");
    command.count(
        "--peer-repeat", options.base.peer_repeat,
        "Timed runs of each peer; all of them count (default: as many as hg's, after as many warm-up runs)",
        1, 100000);
}

void add_run_options(Command& command, Options& options) {
    add_repeat_options(command, options.base.repeat, options.base.warmup);
    add_peer_options(command, options);
    command.file("--trace", options.trace, "Write a trace of one more run of each row to this file");
    options.files.add_options(command,
                              "rates over devices, or over n if there is one number of devices, the "
                              "timeline of one run, all rows");
}

void add_routine(Command& bench, const BenchRoutine& routine) {
    auto options = std::make_shared<Options>();
    options->base.routine = &routine;
    if (routine.moves_memory()) options->base.alpha = -1;  // repeated calls neither grow nor shrink much
    Command command = bench.subcommand(routine.name, routine.help);
    add_case_options(command, *options);
    add_run_options(command, *options);
    command.callback([options] { return run_bench_command(*options); });
}

}  // namespace

void add_bench(Command& app) {
    Command bench = app.subcommand(
        "bench", "Time routines and compare them with the hardware's limits and with other libraries");
    bench.require_subcommand();
    for (const BenchRoutine& routine : bench_routines()) add_routine(bench, routine);
    add_bench_kernel(bench);
    add_bench_memory(bench);
    add_bench_program(bench);
    add_bench_resident(bench);
    add_bench_spmv(bench);
    add_bench_distributed(bench);
    add_bench_processes(bench);
    add_bench_process(bench);
}

}  // namespace hgctl
