// hgctl bench processes: several processes that share this machine's devices, against one that has them all.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "blas/cost/flops.hpp"
#include "tools/cli/progress_bar.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/report/json_report.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/table.hpp"
#include "tools/tuner/worker/child_process.hpp"
#include "tools/workload/operands/gemm_words.hpp"
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
    JsonReport json;
};

struct ProcessResult {
    std::size_t devices = 0;
    std::int64_t calls = 0;
    double seconds = 0;
    double error = 0;  ///< of its first product or its last, the larger one

    [[nodiscard]] double rate(std::int64_t n) const {
        return hg::gemm_flops(n, n, n) * static_cast<double>(calls) / seconds;
    }
};

/// One row: processes that ran at the same time.
struct Group {
    std::string share;
    std::vector<ProcessResult> processes;

    [[nodiscard]] double rate(std::int64_t n) const {
        return std::accumulate(
            processes.begin(), processes.end(), 0.0,
            [n](double sum, const ProcessResult& process) { return sum + process.rate(n); });
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
        text >> group.processes[i].calls >> group.processes[i].seconds;
        group.processes[i].error = std::max(group.processes[i].error, number_in(text));
    }
    return group;
}

Json json_of(const ProcessesOptions& options, const std::vector<Group>& groups) {
    Json rows = Json::array();
    for (const Group& group : groups) {
        Json processes = Json::array();
        for (const ProcessResult& process : group.processes)
            processes.push_back({{"devices", process.devices},
                                 {"calls", process.calls},
                                 {"seconds", process.seconds},
                                 {"gflops", process.rate(options.n) / 1e9},
                                 {"error", process.error}});
        rows.push_back({{"share", group.share},
                        {"gflops", group.rate(options.n) / 1e9},
                        {"of_one_alone", group.rate(options.n) / groups.front().rate(options.n)},
                        {"processes", std::move(processes)}});
    }
    return {{"routine", "dgemm"},
            {"n", options.n},
            {"devices", device_names(machine_options(""))},
            {"rows", std::move(rows)}};
}

void print_text(const ProcessesOptions& options, const std::vector<Group>& groups) {
    std::cout << "C := A B, n = " << options.n
              << ", f64, pageable memory, each process on matrices of its own\n";
    Table table({"processes", "HG_SHARE", "devices", "calls", "rate", "sum", "of one alone", "error"}, {});
    for (const Group& group : groups)
        for (std::size_t i = 0; i < group.processes.size(); ++i) {
            const ProcessResult& process = group.processes[i];
            const bool last = i + 1 == group.processes.size();
            table.add({i == 0 ? std::to_string(group.processes.size()) : "", i == 0 ? group.share : "",
                       std::to_string(process.devices), std::to_string(process.calls),
                       flops_rate_text(process.rate(options.n)),
                       last ? flops_rate_text(group.rate(options.n)) : "",
                       last ? fixed(group.rate(options.n) / groups.front().rate(options.n), 3) : "",
                       rough(process.error)});
        }
    table.print(std::cout);
}

/// Good when every product was right.
int run_processes(const ProcessesOptions& options) {
    options.json.check();
    ProgressBar bar("starting", options.processes.size() + 1);
    bar.say("one process alone");
    std::vector<Group> groups{run_group(options, "none", 1)};
    for (const int count : options.processes) {
        bar.advance();
        bar.say(std::to_string(count) + " processes");
        groups.push_back(run_group(options, options.share, count));
    }
    bar.advance();
    options.json.write(json_of(options, groups));
    if (!options.json.replaces_text()) print_text(options, groups);
    for (const Group& group : groups)
        for (const ProcessResult& process : group.processes)
            if (!(process.error <= 1)) {
                std::cerr << "hgctl: wrong result: error " << rough(process.error) << " times the bound\n";
                return kCheckFailed;
            }
    return kGood;
}

}  // namespace

void add_bench_processes(Command& bench, int& status) {
    auto options = std::make_shared<ProcessesOptions>();
    Command command = bench.subcommand(
        "processes", "dgemm in several processes that share the devices, against one that has them all");
    command.option("--processes", options->processes, "Numbers of processes, with commas between them")
        .list()
        .whole_number(1, 1024)
        .show_default();
    command.option("--n", options->n, "Order of the matrices").whole_number(1).show_default();
    command.option("--seconds", options->seconds, "For how long each group of processes multiplies")
        .positive()
        .show_default();
    command.option("--share", options->share, "As HG_SHARE: fair, exclusive, none")
        .one_of({"fair", "exclusive", "none"})
        .show_default();
    options->json.add_option(command);
    command.callback([options, &status] { status = run_processes(*options); });
}

}  // namespace hgctl
