// hgctl bench processes: several processes that share this machine's devices, against one that has them all.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "blas/cost/flops.hpp"
#include "tools/cli/progress_bar.hpp"
#include "tools/cli/stopwatch.hpp"
#include "tools/hgctl/bench/bench_columns.hpp"
#include "tools/hgctl/bench/routines/bench_routine.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/report/report_files.hpp"
#include "tools/tuner/worker/child_process.hpp"
#include "tools/tuner/worker/worker.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

using hg::kernels::ChildProcess;

/// Longer than any product and its check should take.
constexpr std::chrono::minutes kPatience{10};

struct ProcessesOptions {
    std::vector<int> processes{2};
    std::int64_t n = 1024;
    double seconds = 5;
    std::string share = "fair";
    ReportFiles files;
};

struct ProcessResult {
    std::size_t devices = 0;
    std::int64_t calls = 0;
    double seconds = 0;
    double error = 0;  ///< of its first product or its last, the larger one
    double rate = 0;
    Samples times{};  ///< of its calls
};

/// One row: processes that ran at the same time.
struct Group {
    std::string share;
    std::vector<ProcessResult> processes;
    Samples times{};  ///< of the calls of all processes

    [[nodiscard]] double rate() const {
        return std::accumulate(processes.begin(), processes.end(), 0.0,
                               [](double sum, const ProcessResult& process) { return sum + process.rate; });
    }
};

/// What follows `word` in the process's next line. Throws hg::Error{device_failed} if it says otherwise.
std::istringstream answer(ChildProcess& process, const std::string& word) {
    const ChildProcess::Line line = process.read_line(ChildProcess::Clock::now() + kPatience);
    std::istringstream text(line.text);
    std::string first;
    text >> first;
    if (line.reading == ChildProcess::Reading::line && first == word) return text;
    if (first == "failed")
        throw hg::Error(hg::ErrorCode::device_failed, "a process of the bench:" + line.text.substr(6));
    throw hg::Error(hg::ErrorCode::device_failed, "a process of the bench did not answer: " + process.stop());
}

/// The next number of an answer; streams do not read the infinity of a result that is not finite.
double number_in(std::istringstream& text) {
    std::string word;
    text >> word;
    char* end = nullptr;
    const double number = std::strtod(word.c_str(), &end);
    if (word.empty() || *end != '\0')
        throw hg::Error(hg::ErrorCode::device_failed, "a process of the bench answered '" + word + "'");
    return number;
}

/// The environment a launcher would give to rank `rank`.
std::vector<std::string> command_of(const ProcessesOptions& options, const std::string& share, int rank,
                                    int ranks) {
    return {"env",
            "HG_SHARE=" + share,
            "HG_SHARE_RANKS=" + std::to_string(ranks),
            "HG_SHARE_RANK=" + std::to_string(rank),
            std::filesystem::read_symlink("/proc/self/exe").string(),
            "bench",
            "process",
            "--n",
            std::to_string(options.n)};
}

Group run_group(const ProcessesOptions& options, const std::string& share, int ranks) {
    std::vector<std::unique_ptr<ChildProcess>> running;
    for (int rank = 0; rank < ranks; ++rank)
        running.push_back(std::make_unique<ChildProcess>(command_of(options, share, rank, ranks)));
    Group group{.share = share, .processes = std::vector<ProcessResult>(running.size())};
    for (std::size_t i = 0; i < running.size(); ++i) {
        std::istringstream text = answer(*running[i], "ready");
        text >> group.processes[i].devices;
        group.processes[i].error = number_in(text);
    }
    for (const auto& process : running) process->write_line("go " + std::to_string(options.seconds));
    for (std::size_t i = 0; i < running.size(); ++i) {
        std::istringstream text = answer(*running[i], "done");
        ProcessResult& result = group.processes[i];
        text >> result.calls >> result.seconds;
        result.error = std::max(result.error, number_in(text));
        result.times.seconds.assign(std::istream_iterator<double>(text), {});
        group.times.seconds.insert(group.times.seconds.end(), result.times.seconds.begin(),
                                   result.times.seconds.end());
        const double flops = hg::gemm_flops(options.n, options.n, options.n);
        result.rate = flops * static_cast<double>(result.calls) / result.seconds;
    }
    return group;
}

ReportTable process_table(const Group& group) {
    const auto times = [](const ProcessResult& process) { return &process.times; };
    Columns<ProcessResult> columns{{"devices", "devices", &ProcessResult::devices},
                                   {"calls", "calls", &ProcessResult::calls},
                                   {"seconds", "", &ProcessResult::seconds},
                                   {"gflops", "rate", kFlopsRate, &ProcessResult::rate},
                                   {"error", "error", kRough, &ProcessResult::error}};
    add_samples(columns, spread_columns(), times);
    add_samples(columns, sample_columns(), times);
    return table_of(columns, group.processes);
}

/// Rows hold a list of their processes; people see a table of them for each row.
Report processes_report(const ProcessesOptions& options, const std::vector<Group>& groups) {
    Report report("hgctl bench processes", "C := A B, n = " + std::to_string(options.n) +
                                               ", f64, pageable memory, each process on matrices of its own");
    report.fact("routine", "dgemm").fact("n", options.n);
    report.devices(device_names(machine_options("")));
    add_comparable(report, {.keys = {"routine", "n", "share", "count"}, .samples = {"all_seconds"}});
    const auto of_one_alone = [&](const Group& group) { return group.rate() / groups.front().rate(); };
    Columns<Group> columns{{"share", "HG_SHARE", &Group::share},
                           {"count", "processes", [](auto& group) { return group.processes.size(); }},
                           {"gflops", "sum", kFlopsRate, &Group::rate},
                           {"of_one_alone", "of one alone", kFixed<3>, of_one_alone},
                           {"processes", "", [](auto& group) { return process_table(group).json(); }}};
    const auto times = [](const Group& group) { return &group.times; };
    add_samples(columns, spread_columns(), times);
    add_samples(columns, sample_columns(), times);
    report.table("rows", table_of(columns, groups), "All groups");
    for (const Group& group : groups) {
        report.heading("Each of " + std::to_string(group.processes.size()) + ", HG_SHARE=" + group.share);
        report.table("", process_table(group));
    }
    return report;
}

/// Good when every product was right.
int run_processes(const ProcessesOptions& options) {
    options.files.check();
    ProgressBar bar("starting", options.processes.size() + 1);
    bar.say("one process alone");
    std::vector<Group> groups{run_group(options, "none", 1)};
    for (const int count : options.processes) {
        bar.advance();
        bar.say(std::to_string(count) + " processes");
        groups.push_back(run_group(options, options.share, count));
    }
    bar.advance();
    options.files.write(processes_report(options, groups));
    int status = kGood;
    for (const Group& group : groups)
        for (const ProcessResult& process : group.processes)
            status = std::max(status, status_of(process.error, ""));
    return status;
}

// One of the processes.

/// In units of the bound; C was NaN before.
double checked_run(BenchProblem& product) {
    product.restore();
    product.run();
    return product.error().error;
}

/// Answers lines: "ready DEVICES ERROR" once one product is checked; then to "go SECONDS" with
/// "done CALLS SECONDS ERROR" and the seconds of each call, the last product checked too; or with
/// "failed MESSAGE".
int serve(std::int64_t n, std::FILE* answers) {
    try {
        hg::Session session(machine_options(""));
        BenchCase bench;
        bench.routine = &bench_routine("dgemm");
        bench.m = bench.n = bench.k = n;
        const std::unique_ptr<BenchProblem> product = bench.routine->make(&session, bench);
        const double error = checked_run(*product);
        product->run();  // programs and memory are as they stay
        std::fprintf(answers, "ready %zu %.17g\n", session.machine().device_count(), error);
        std::fflush(answers);
        std::string word;
        double wanted = 0;
        if (!(std::cin >> word >> wanted)) return kCheckFailed;
        Stopwatch watch;
        std::vector<double> calls;
        double seconds = 0;
        while (seconds < wanted) {
            product->run();
            seconds += calls.emplace_back(watch.lap());
        }
        std::fprintf(answers, "done %zu %.17g %.17g", calls.size(), seconds, checked_run(*product));
        for (const double call : calls) std::fprintf(answers, " %.9g", call);
        std::fprintf(answers, "\n");
    } catch (const hg::Error& error) {
        std::string message = error.what();
        for (char& letter : message)
            if (letter == '\n') letter = ' ';
        std::fprintf(answers, "failed %s\n", message.c_str());
    }
    std::fflush(answers);
    return kGood;
}

int run_process(std::int64_t n) {
    hg::kernels::end_with_parent();
    // Drivers and compilers may print: standard output belongs to the answers.
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> answers(fdopen(dup(STDOUT_FILENO), "w"),
                                                                  std::fclose);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return serve(n, answers.get());
}

}  // namespace

void add_bench_processes(Command& bench) {
    auto options = std::make_shared<ProcessesOptions>();
    Command command = bench.subcommand(
        "processes",
        "dgemm in several processes that share the devices, compared with one process that has them all");
    command.count("--processes", options->processes, "Numbers of processes, comma-separated", 1, 1024);
    command.count("--n", options->n, "Order of the matrices", 1);
    command.option("--seconds", options->seconds, "Seconds for which each group of processes multiplies")
        .positive()
        .show_default();
    command.words("--share", options->share, {"fair", "exclusive", "none"},
                  "As HG_SHARE: fair, exclusive, none");
    options->files.add_options(command);
    command.callback([options] { return run_processes(*options); });
}

void add_bench_process(Command& bench) {
    auto n = std::make_shared<std::int64_t>(0);
    Command command = bench.subcommand("process", "One process of `bench processes`");
    command.hide();
    command.option("--n", *n).required().whole_number(1);
    command.callback([n] { return run_process(*n); });
}

}  // namespace hgctl
