// hgctl program simulate: a program on plain numbers, no device.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include "tools/hgctl/program/target_rates.hpp"
#include "tools/report/report_files.hpp"
#include <hg/runtime/program/analysis.hpp>
#include <hg/runtime/program/bounds.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/text.hpp>

namespace hgctl {
namespace {

struct SimulateOptions {
    ProgramFile file;
    TargetRates rates;
    bool show_path = false;
    ReportFiles files;
};

struct Outcome {
    hg::Simulation simulation;
    hg::Bounds bounds;
    std::vector<hg::CommandId> path;
    double hidden = 0;  ///< share of all transfer time during which the same device runs kernels
};

/// Seconds of [begin, end) in which one of `commands`, which run one after the other, is under way.
double overlap(const hg::Simulation& s, std::span<const hg::CommandId> commands, double begin, double end) {
    auto next = std::partition_point(commands.begin(), commands.end(),
                                     [&](hg::CommandId c) { return s.end[hg::index(c)] <= begin; });
    double total = 0;
    for (; next != commands.end() && s.start[hg::index(*next)] < end; ++next)
        total += std::max(
            0.0, std::min(end, s.end[hg::index(*next)]) - std::max(begin, s.start[hg::index(*next)]));
    return total;
}

/// The same of kernels of both queues of a device; those at the same time count once.
double overlap_with_kernels(const hg::Program& program, const hg::Simulation& s, hg::DeviceIndex device,
                            double begin, double end) {
    const auto first = program.queue({device, hg::QueueKind::exec});
    const auto second = program.queue({device, hg::QueueKind::exec2});
    double total = overlap(s, first, begin, end) + overlap(s, second, begin, end);
    auto next = std::partition_point(second.begin(), second.end(),
                                     [&](hg::CommandId c) { return s.end[hg::index(c)] <= begin; });
    for (; next != second.end() && s.start[hg::index(*next)] < end; ++next)
        total -= overlap(s, first, std::max(begin, s.start[hg::index(*next)]),
                         std::min(end, s.end[hg::index(*next)]));
    return total;
}

double hidden_share(const hg::Program& program, const hg::Simulation& s) {
    double hidden = 0;
    double total = 0;
    for (std::size_t c = 0; c < program.size(); ++c) {
        const hg::Command& command = program.commands()[c];
        if (command.operation != hg::Operation::load && command.operation != hg::Operation::store) continue;
        hidden += overlap_with_kernels(program, s, command.device, s.start[c], s.end[c]);
        total += s.end[c] - s.start[c];
    }
    return total > 0 ? hidden / total : 0;
}

/// Of second queues of EXECs those that are used.
template <class Body>
void for_each_lane(const hg::Program& program, const hg::Simulation& s, const Body& body) {
    for (hg::DeviceIndex d = 0; d < program.devices().size(); ++d)
        for (const hg::QueueKind kind : hg::kQueueKinds)
            if (kind != hg::QueueKind::exec2 || !program.queue({d, kind}).empty())
                body(d, kind, s.lanes[hg::QueueId{d, kind}.index()]);
}

/// A queue of a device and what it does.
struct Lane {
    hg::DeviceIndex device;
    hg::QueueKind kind;
    hg::LaneUse use;
};

ReportTable lane_table(const hg::Program& program, const hg::Simulation& s) {
    std::vector<Lane> lanes;
    for_each_lane(program, s, [&](hg::DeviceIndex d, hg::QueueKind kind, const hg::LaneUse& lane) {
        lanes.push_back({d, kind, lane});
    });
    return table_of<Lane>(
        {{"device", "", &Lane::device},
         {"queue", "queue",
          [](auto& l) {
              const std::string queue(name(l.kind));
              return Value(queue, "device " + std::to_string(l.device) + " " + queue);
          }},
         {"commands", "commands", [](auto& l) { return l.use.commands; }},
         {"busy", "busy", kSeconds, [](auto& l) { return l.use.busy; }},
         {"", "use", kPercent<0>, [&](auto& l) { return s.makespan > 0 ? l.use.busy / s.makespan : 0; }},
         {"bytes", "moved", kByteSize,
          [](auto& l) { return Value(l.use.bytes, l.use.bytes > 0 ? "" : "-"); }},
         {"flops", "computed",
          [](auto& l) {
              return Value(l.use.flops, l.use.flops > 0 ? fixed(l.use.flops / 1e9, 2) + " Gflop" : "-");
          }}},
        lanes);
}

void add_limits(Report& report, const hg::Bounds& bounds) {
    std::string text;
    for (const auto& [name, seconds] : bounds.named()) {
        report.fact("bounds/" + std::string(name), seconds);
        if (seconds >= 0.001 * bounds.best())
            text += (text.empty() ? "" : ", ") + std::string(name) + " " + seconds_text(seconds);
    }
    report.fact("limit", bounds.limit()).row("bounds", text.empty() ? "none" : text);
}

Report report_of(const hg::Program& program, const Outcome& o, bool show_path) {
    const hg::Simulation& s = o.simulation;
    Report report("hgctl program simulate");
    const double reached = s.makespan > 0 ? o.bounds.best() / s.makespan : 1;
    report.fact("commands", program.size()).fact("makespan", s.makespan).fact("efficiency", reached);
    report.row("makespan", seconds_text(s.makespan) + " for " + count_text(program.size(), "command"));
    report.row("no run beats", seconds_text(o.bounds.best()) + ", by " + std::string(o.bounds.limit()) +
                                   " (" + fixed(100 * reached, 0) + " % reached)");
    add_limits(report, o.bounds);
    report.fact("critical_path/seconds", o.bounds.critical_path)
        .fact("critical_path/commands", o.path.size());
    report.row("critical path",
               count_text(o.path.size(), "command") + (show_path ? ", listed below" : "; --path lists them"));
    report.fact("hidden_transfers", o.hidden);
    report.row("overlap", fixed(100 * o.hidden, 0) + " % of all transfer time is hidden behind kernels");
    report.line("").table("lanes", lane_table(program, s));
    if (!show_path) return report;
    report.heading("critical path, with the time each command starts at");
    for (const hg::CommandId c : o.path)
        report.line("  " + seconds_text(s.start[hg::index(c)]) + "  " + hg::print_command(program, c));
    return report;
}

void run_simulate(const SimulateOptions& options) {
    options.files.check({}, {{"FILE", options.file.path}});
    const hg::Program program = read_sound_program(options.file);
    const hg::Target target = options.rates.target_of(program);
    Outcome outcome{hg::simulate(program, target), hg::bounds(program, target),
                    hg::critical_path(program, target).commands, 0};
    outcome.hidden = hidden_share(program, outcome.simulation);
    options.files.write(report_of(program, outcome, options.show_path));
}

}  // namespace

void add_program_simulate(Command& app, int& status) {
    auto options = std::make_shared<SimulateOptions>();
    Command command =
        app.subcommand("simulate", "Run a program on plain numbers: time, use of queues, limits");
    options->file.add_options(command);
    options->rates.add_options(command);
    command.flag("--path", options->show_path, "List the commands of the critical path");
    options->files.add_options(command);
    command.callback([options, &status] {
        run_simulate(*options);
        status = kGood;
    });
}

}  // namespace hgctl
