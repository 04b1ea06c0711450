// hgctl bench program: commands a second, from a program's source to the end of its run.
#include <iostream>
#include <memory>

#include "tools/cli/progress_bar.hpp"
#include "tools/hgctl/bench/program/program_bench_report.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/report/report_files.hpp"

namespace hgctl {
namespace {

struct Options {
    ProgramBenchPlan plan;
    ReportFiles files;
};

ProgramBench measure(const ProgramBenchPlan& plan) {
    const std::vector<ProgramPlace> places = program_places();
    ProgressBar bar("starting", places.size() * static_cast<std::size_t>(plan.warmup + plan.repeat));
    bool begun = false;
    return run_program_bench(plan, places, [&](const std::string& what) {
        if (begun) bar.advance();
        begun = true;
        bar.say(what);
    });
}

int run(const Options& options) {
    options.files.check();
    const ProgramBench bench = measure(options.plan);
    report_left_out(bench.left_out);
    int status = kGood;
    for (const ProgramRow& row : bench.rows) {
        if (row.right) continue;
        std::cerr << "hgctl: wrong result: empty tasks on " << row.place.name << " changed the matrix\n";
        status = kCheckFailed;
    }
    options.files.write(program_bench_report(bench));
    return status;
}

}  // namespace

void add_bench_program(Command& bench, int& status) {
    auto options = std::make_shared<Options>();
    Command command = bench.subcommand(
        "program", "Commands a second of parsing, deriving, verifying, simulating and running a program");
    command
        .option("--tasks", options->plan.tasks,
                "Tasks of a tiled Cholesky factorization, at least; as many tiles as give them")
        .whole_number(1, 10000000)
        .show_default();
    command.option("--repeat", options->plan.repeat, "Timed runs; the best one counts")
        .whole_number(1, 100000)
        .show_default();
    command.option("--warmup", options->plan.warmup, "Runs before those")
        .whole_number(0, 100000)
        .show_default();
    command
        .option("--peer", options->plan.peers, "Libraries to time in turn with hg on the CPU, if installed")
        .list()
        .one_of(task_peers())
        .show_default();
    options->files.add_options(command);
    command.callback([options, &status] { status = run(*options); });
}

}  // namespace hgctl
