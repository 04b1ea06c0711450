// hgctl trace: what limited the runs of a trace.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/hgctl/commands.hpp"
#include "tools/report/report_files.hpp"
#include "tools/report/trace/trace_file.hpp"

namespace hgctl {
namespace {

struct Options {
    std::string path;
    std::optional<std::size_t> run;
    ReportFiles files;
};

std::string share(double value) {
    return fixed(100 * value, 0) + " %";
}

std::string rate_text(const hg::PartUse& part) {
    if (part.busy > 0 && part.flops > 0) return flops_rate_text(part.flops / part.busy);
    return part.busy > 0 && part.bytes > 0 ? bytes_rate_text(part.bytes / part.busy) : "-";
}

std::string device_text(const TracedRun& run, int device) {
    if (device < 0) return "all";
    const auto position = static_cast<std::size_t>(device);
    return std::to_string(device) + (position < run.devices.size() ? " " + run.devices[position] : "");
}

ReportTable part_table(const TracedRun& run) {
    using Part = hg::PartUse;
    return table_of<Part>(
        {{"device", "", &Part::device},
         {"", "device", [&](auto& part) { return device_text(run, part.device); }},
         {"name", "part", &Part::name},
         {"busy", "busy", kSeconds, &Part::busy},
         {"bytes", "", &Part::bytes},
         {"flops", "", &Part::flops},
         {"measured", "", &Part::measured},
         {"seconds_at_limit", "", &Part::at_limit},
         {"use", "of the run", kPercent<0>, [&](auto& part) { return part.use(run.report.seconds); }},
         {"", "rate", [](auto& part) { return Value(nullptr, rate_text(part)); }},
         {"of_limit", "of its limit", kPercent<0>,
          [](auto& part) { return Value(part.of_limit(), part.has_share() ? "" : "-"); }}},
        run.report.parts);
}

void add_run(Report& report, const TracedRun& run) {
    const hg::RunReport& r = run.report;
    report.fact("commands", run.commands).fact("devices", run.devices).fact("seconds", r.seconds);
    report.fact("overlap", r.overlap).fact("startup", r.startup).fact("drain", r.drain);
    report.fact("verdict", r.verdict).fact("notes", r.notes).fact("failure", r.failure);
    report.table("parts", part_table(run).for_files());
}

/// The run that people see.
void add_lines(Report& report, const TracedRun& run, std::size_t position, std::size_t count) {
    const hg::RunReport& r = run.report;
    report.line("run " + std::to_string(position + 1) + " of " + std::to_string(count) + ": " +
                count_text(run.commands, "command") + " in " + seconds_text(r.seconds));
    report.line(r.verdict);
    report.line("overlap " + share(r.overlap) + " of what could be hidden; " + seconds_text(r.startup) +
                " before the first kernel, " + seconds_text(r.drain) + " after the last");
    if (!r.failure.empty()) report.line("failed: " + r.failure);
    for (const std::string& note : r.notes) report.line(note);
    report.table("", part_table(run).for_people());
    report.line("Limits are the rates that the machine was taken to have when the trace was written.");
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
        refuse("--run " + std::to_string(*options.run) + ": " + options.path + " has " +
               count_text(runs.size(), "run"));
    return *options.run - 1;
}

ReportTable run_table(const std::vector<TracedRun>& runs) {
    using Run = TracedRun;
    return table_of<Run>({{"", "run", [&](auto& run) { return &run - runs.data() + 1; }},
                          {"", "commands", &Run::commands},
                          {"", "time", kSeconds, [](auto& run) { return run.report.seconds; }},
                          {"", "overlap", kPercent<0>, [](auto& run) { return run.report.overlap; }},
                          {"", "verdict", [](auto& run) { return run.report.verdict; }}},
                         runs);
}

void run_trace(const Options& options) {
    options.files.check({}, {{"FILE", options.path}});
    const TracedRuns trace = read_trace(options.path);
    const std::vector<TracedRun>& runs = trace.runs;
    if (runs.empty()) refuse(options.path + ": the trace has no runs");
    const std::size_t chosen = chosen_run(options, runs);
    Report report("hgctl trace");
    if (runs.size() > 1 && !options.run) report.table("", run_table(runs)).line("");
    add_lines(report, runs[chosen], chosen, runs.size());
    if (trace.dropped_runs > 0 || trace.dropped_events > 0)
        report.line("This trace lacks " + count_text(trace.dropped_runs, "run") + " and " +
                    count_text(trace.dropped_events, "event") +
                    ": there was no room for them (HG_TRACE in docs/reference/environment.md)");
    report.fact("dropped_runs", trace.dropped_runs).fact("dropped_events", trace.dropped_events);
    for (const TracedRun& run : runs) add_run(report.item("runs"), run);
    report.fact("longest", chosen_run({options.path, {}, {}}, runs) + 1);
    options.files.write(report);
}

}  // namespace

void add_trace(Command& app) {
    auto options = std::make_shared<Options>();
    Command command =
        app.subcommand("trace", "Show what limited a traced run: use of each part, overlap, verdict");
    command.option("FILE", options->path, "A trace written by hg (HG_TRACE or --trace)")
        .value_name("")
        .required();
    command.count("--run", options->run, "Run to show, 1-based (default: the longest)", 1);
    options->files.add_options(command);
    command.callback([options] { run_trace(*options); });
}

}  // namespace hgctl
