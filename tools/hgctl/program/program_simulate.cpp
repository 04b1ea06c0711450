// hgctl program simulate: a program on plain numbers, no device.
#include <boost/icl/interval_set.hpp>
#include <string>
#include <vector>

#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/program/graph/simulated_program.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include "tools/hgctl/program/target_model.hpp"
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

    void add_options(Command& command) {
        file.add_options(command);
        rates.add_options(command);
        command.flag("--path", show_path, "List the commands of the critical path");
        files.add_options(command);
    }
};

struct Outcome {
    hg::Simulation simulation;
    hg::Bounds bounds;
    std::vector<hg::CommandId> path;
};

using Seconds = boost::icl::interval<double>;

/// The share of all transfer time during which the same device runs kernels.
double hidden_share(const hg::Program& program, const hg::Simulation& s) {
    std::vector<boost::icl::interval_set<double>> kernels(program.devices().size());
    const auto span = [&](std::size_t c) { return Seconds::right_open(s.start[c], s.end[c]); };
    for (std::size_t c = 0; c < program.size(); ++c)
        if (program.commands()[c].operation == hg::Operation::exec)
            kernels[program.commands()[c].device] += span(c);
    double hidden = 0;
    double total = 0;
    for (std::size_t c = 0; c < program.size(); ++c) {
        const hg::Command& command = program.commands()[c];
        if (!is_transfer(command.operation)) continue;
        hidden += boost::icl::length(kernels[command.device] & span(c));
        total += s.end[c] - s.start[c];
    }
    return total > 0 ? hidden / total : 0;
}

/// A queue of a device and what it does.
struct Lane {
    hg::DeviceIndex device;
    hg::QueueKind kind;
    hg::LaneUse use;
};

/// Of second queues of EXECs those that are used.
ReportTable lane_table(const hg::Program& program, const hg::Simulation& s) {
    std::vector<Lane> lanes;
    for (hg::DeviceIndex d = 0; d < program.devices().size(); ++d)
        for (const hg::QueueKind kind : hg::kQueueKinds)
            if (kind != hg::QueueKind::exec2 || !program.queue({d, kind}).empty())
                lanes.push_back({d, kind, s.lanes[hg::QueueId{d, kind}.index()]});
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

Report report_of(const hg::Program& program, const hg::Target& target, const Outcome& o, bool show_path) {
    const hg::Simulation& s = o.simulation;
    Report report("hgctl program simulate");
    const double reached = s.makespan > 0 ? o.bounds.best() / s.makespan : 1;
    report.fact("commands", program.size()).fact("makespan", s.makespan).fact("efficiency", reached);
    report.row("makespan", seconds_text(s.makespan) + " for " + count_text(program.size(), "command"));
    add_machine(report, target);
    report.row("lower bound", seconds_text(o.bounds.best()) + ", by " + std::string(o.bounds.limit()) + " (" +
                                  fixed(100 * reached, 0) + " % reached)");
    std::string limits;
    for (const auto& [name, seconds] : add_bounds(report, o.bounds))
        limits += (limits.empty() ? "" : ", ") + name + " " + seconds_text(seconds);
    report.row("bounds", limits.empty() ? "none" : limits);
    report.fact("critical_path/seconds", o.bounds.critical_path)
        .fact("critical_path/commands", o.path.size());
    report.row("critical path",
               count_text(o.path.size(), "command") + (show_path ? ", listed below" : "; --path lists them"));
    const double hidden = hidden_share(program, s);
    report.fact("hidden_transfers", hidden);
    report.row("overlap", fixed(100 * hidden, 0) + " % of all transfer time is hidden behind kernels");
    report.line("").table("lanes", lane_table(program, s));
    if (!show_path) return report;
    report.heading("critical path, with the time each command starts at");
    for (const hg::CommandId c : o.path)
        report.line("  " + seconds_text(s.start[hg::index(c)]) + "  " + hg::print_command(program, c));
    return report;
}

void run_simulate(const SimulateOptions& options) {
    options.files.check({}, {{"FILE", options.file.path}});
    const hg::Program program = read_sound_program(options.file, options.rates.machine);
    const hg::Target target = options.rates.target_of(program);
    const Outcome outcome{hg::simulate(program, target), hg::bounds(program, target),
                          hg::critical_path(program, target).commands};
    options.files.write(report_of(program, target, outcome, options.show_path));
}

}  // namespace

void add_program_simulate(Command& app) {
    add_verb(app, "simulate", "Simulate a run: time, use of queues, limits", run_simulate);
}

}  // namespace hgctl
