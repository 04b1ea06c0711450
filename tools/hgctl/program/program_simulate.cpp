// hgctl program simulate: a program on plain numbers, no device.
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include "tools/hgctl/program/target_rates.hpp"
#include "tools/report/json_report.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/table.hpp"
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
    JsonReport json;
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

Json as_json(const hg::Program& program, const Outcome& o) {
    Json lanes = Json::array();
    for_each_lane(program, o.simulation, [&](hg::DeviceIndex d, hg::QueueKind kind, const hg::LaneUse& lane) {
        lanes.push_back({{"device", d},
                         {"queue", name(kind)},
                         {"commands", lane.commands},
                         {"busy", lane.busy},
                         {"bytes", lane.bytes},
                         {"flops", lane.flops}});
    });
    auto limits = Json::object();
    for (const auto& [name, seconds] : o.bounds.named()) limits.set(name, seconds);
    return {{"commands", program.size()},
            {"makespan", o.simulation.makespan},
            {"lanes", lanes},
            {"critical_path", {{"seconds", o.bounds.critical_path}, {"commands", o.path.size()}}},
            {"bounds", limits},
            {"limit", o.bounds.limit()},
            {"efficiency", o.simulation.makespan > 0 ? o.bounds.best() / o.simulation.makespan : 1},
            {"hidden_transfers", o.hidden}};
}

void print_lanes(const hg::Program& program, const hg::Simulation& s) {
    Table table({"queue", "commands", "busy", "use", "moved", "computed"});
    for_each_lane(program, s, [&](hg::DeviceIndex d, hg::QueueKind kind, const hg::LaneUse& lane) {
        table.add({"device " + std::to_string(d) + " " + std::string(name(kind)),
                   std::to_string(lane.commands), seconds_text(lane.busy),
                   fixed(s.makespan > 0 ? 100 * lane.busy / s.makespan : 0, 0) + " %",
                   lane.bytes > 0 ? bytes_text(lane.bytes) : "",
                   lane.flops > 0 ? fixed(lane.flops / 1e9, 2) + " Gflop" : ""});
    });
    table.print(std::cout);
}

/// The bounds that the program has, each with its name.
std::string bounds_text(const hg::Bounds& bounds) {
    std::string text;
    for (const auto& [name, seconds] : bounds.named())
        if (seconds >= 0.001 * bounds.best())
            text += (text.empty() ? "" : ", ") + std::string(name) + " " + seconds_text(seconds);
    return text.empty() ? "none" : text;
}

void print_text(const hg::Program& program, const Outcome& o, bool show_path) {
    const hg::Simulation& s = o.simulation;
    std::cout << "makespan        " << seconds_text(s.makespan) << " for "
              << count_text(program.size(), "command") << '\n'
              << "no run beats    " << seconds_text(o.bounds.best()) << ", by " << o.bounds.limit() << " ("
              << fixed(s.makespan > 0 ? 100 * o.bounds.best() / s.makespan : 100, 0) << " % reached)\n"
              << "bounds          " << bounds_text(o.bounds) << '\n'
              << "critical path   " << count_text(o.path.size(), "command")
              << (show_path ? ", listed below" : "; --path lists them") << '\n'
              << "overlap         " << fixed(100 * o.hidden, 0)
              << " % of all transfer time is hidden behind kernels\n\n";
    print_lanes(program, s);
    if (!show_path) return;
    std::cout << "\ncritical path, with the time each command starts at\n";
    for (hg::CommandId c : o.path)
        std::cout << "  " << seconds_text(s.start[hg::index(c)]) << "  " << hg::print_command(program, c)
                  << '\n';
}

void run_simulate(const SimulateOptions& options) {
    check_outputs({options.json.file()}, {{"FILE", options.file.path}});
    const hg::Program program = read_sound_program(options.file);
    const hg::Target target = options.rates.target_of(program);
    Outcome outcome{hg::simulate(program, target), hg::bounds(program, target),
                    hg::critical_path(program, target).commands, 0};
    outcome.hidden = hidden_share(program, outcome.simulation);
    options.json.write(as_json(program, outcome));
    if (!options.json.replaces_text()) print_text(program, outcome, options.show_path);
}

}  // namespace

void add_program_simulate(Command& app, int& status) {
    auto options = std::make_shared<SimulateOptions>();
    Command command =
        app.subcommand("simulate", "Run a program on plain numbers: time, use of queues, limits");
    options->file.add_options(command);
    options->rates.add_options(command);
    command.flag("--path", options->show_path, "List the commands of the critical path");
    options->json.add_option(command);
    command.callback([options, &status] {
        run_simulate(*options);
        status = kGood;
    });
}

}  // namespace hgctl
