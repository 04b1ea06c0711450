// hgctl trace: what limited the runs of a trace.
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/trace/trace_file.hpp"
#include "tools/report/json_report.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/table.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

struct Options {
    std::string path;
    std::optional<std::size_t> run;
    JsonReport json;
};

std::string share(double value) {
    return fixed(100 * value, 0) + " %";
}

Json as_json(const hg::PartUse& part, double seconds) {
    return {{"name", part.name},        {"device", part.device},      {"busy", part.busy},
            {"bytes", part.bytes},      {"flops", part.flops},        {"seconds_at_limit", part.at_limit},
            {"use", part.use(seconds)}, {"of_limit", part.of_limit()}};
}

Json as_json(const TracedRun& run) {
    Json parts = Json::array();
    for (const hg::PartUse& part : run.report.parts) parts.push_back(as_json(part, run.report.seconds));
    return {{"commands", run.commands},      {"devices", run.devices},        {"seconds", run.report.seconds},
            {"overlap", run.report.overlap}, {"startup", run.report.startup}, {"drain", run.report.drain},
            {"verdict", run.report.verdict}, {"notes", run.report.notes},     {"parts", parts}};
}

std::string rate_text(const hg::PartUse& part) {
    if (part.busy <= 0) return "";
    if (part.flops > 0) return flops_rate_text(part.flops / part.busy);
    return part.bytes > 0 ? bytes_rate_text(part.bytes / part.busy) : "";
}

std::string device_text(const TracedRun& run, int device) {
    if (device < 0) return "all";
    const auto position = static_cast<std::size_t>(device);
    return std::to_string(device) + (position < run.devices.size() ? " " + run.devices[position] : "");
}

void print_parts(const TracedRun& run) {
    Table table({"device", "part", "busy", "of the run", "rate", "of its limit"}, {0, 1});
    for (const hg::PartUse& part : run.report.parts)
        table.add({device_text(run, part.device), part.name, seconds_text(part.busy),
                   share(part.use(run.report.seconds)), rate_text(part),
                   part.at_limit > 0 ? share(part.of_limit()) : ""});
    table.print(std::cout);
}

void print_run(const TracedRun& run, std::size_t position, std::size_t count) {
    const hg::RunReport& report = run.report;
    std::cout << "run " << position + 1 << " of " << count << ": " << count_text(run.commands, "command")
              << " in " << seconds_text(report.seconds) << '\n'
              << report.verdict << '\n'
              << "overlap " << share(report.overlap) << " of what could be hidden; "
              << seconds_text(report.startup) << " before the first kernel, " << seconds_text(report.drain)
              << " after the last\n";
    for (const std::string& note : report.notes) std::cout << note << '\n';
}

/// The longest run, if the user asks for none.
std::size_t chosen_run(const Options& options, const std::vector<TracedRun>& runs) {
    if (!options.run) {
        const auto longest = std::max_element(runs.begin(), runs.end(), [](const auto& a, const auto& b) {
            return a.report.seconds < b.report.seconds;
        });
        return static_cast<std::size_t>(longest - runs.begin());
    }
    if (*options.run > runs.size())
        throw hg::Error(hg::ErrorCode::invalid_argument, "--run " + std::to_string(*options.run) + ": " +
                                                             options.path + " has " +
                                                             count_text(runs.size(), "run"));
    return *options.run - 1;
}

void print_runs(const std::vector<TracedRun>& runs) {
    Table table({"run", "commands", "time", "overlap", "verdict"}, {4});
    for (std::size_t i = 0; i < runs.size(); ++i)
        table.add({std::to_string(i + 1), std::to_string(runs[i].commands),
                   seconds_text(runs[i].report.seconds), share(runs[i].report.overlap),
                   runs[i].report.verdict});
    table.print(std::cout);
    std::cout << '\n';
}

void run_trace(const Options& options) {
    check_outputs({options.json.file()}, {{"FILE", options.path}});
    const std::vector<TracedRun> runs = read_trace(options.path);
    if (runs.empty())
        throw hg::Error(hg::ErrorCode::invalid_argument, options.path + ": the trace has no runs");
    const std::size_t chosen = chosen_run(options, runs);
    Json list = Json::array();
    for (const TracedRun& run : runs) list.push_back(as_json(run));
    options.json.write({{"runs", list}, {"longest", chosen_run({options.path, {}, {}}, runs) + 1}});
    if (options.json.replaces_text()) return;
    if (runs.size() > 1 && !options.run) print_runs(runs);
    print_run(runs[chosen], chosen, runs.size());
    std::cout << '\n';
    print_parts(runs[chosen]);
    std::cout << "\nLimits are the rates that the machine was taken to have when the trace was written.\n";
}

}  // namespace

void add_trace(Command& app, int& status) {
    auto options = std::make_shared<Options>();
    Command command =
        app.subcommand("trace", "What limited the runs of a trace: use of each part, overlap, a verdict");
    command.option("FILE", options->path, "A trace that hg wrote (HG_TRACE, --trace)")
        .value_name("")
        .required();
    command.option("--run", options->run, "The run to show, from 1 (default: the longest)").whole_number(1);
    options->json.add_option(command);
    command.callback([options, &status] {
        run_trace(*options);
        status = kGood;
    });
}

}  // namespace hgctl
