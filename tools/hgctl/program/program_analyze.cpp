// hgctl program analyze: what a program's time goes to, and what would help.
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "runtime/program/build/memory_plan.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/program/graph/run_figures.hpp"
#include "tools/hgctl/program/machine_changes.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include "tools/hgctl/program/target_model.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include <hg/runtime/program/bounds.hpp>
#include <hg/runtime/program/dependency.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/source.hpp>

namespace hgctl {
namespace {

/// The simulated time if the machine or the program is better in one respect.
struct Gain {
    std::string name;     ///< "kernels twice as fast"
    double makespan = 0;  ///< seconds
};

/// Simulations at once: each takes about 50 bytes a command.
constexpr int kMostThreads = 4;

struct Change {
    const char* name;
    std::function<void(hg::Target& target)> apply = {};
    hg::SimulationOptions options = {};
    bool has_new_plan = false;
};

std::vector<Change> changes() {
    std::vector<Change> list;
    for (const MachineChange& change : machine_changes()) list.push_back({change.name, change.apply});
    list.push_back({.name = "a second LD lane", .options = {.loads_at_once = 2}});
    list.push_back({.name = "a second ST lane", .options = {.stores_at_once = 2}});
    return list;
}

bool memory_is_short(const hg::Program& program) {
    for (std::size_t d = 0; d < program.devices().size(); ++d)
        if (program.device_bytes(static_cast<hg::DeviceIndex>(d)) > program.devices()[d].memory / 2)
            return true;
    return false;
}

/// The same commands with a plan for twice the memory. The planner needs less than twice what any plan
/// takes, since the slots of a class are at most twice as large as their registers.
hg::Program with_twice_the_memory(const hg::Program& program) {
    hg::ProgramParts parts = program.parts();
    std::vector<hg::ExplicitEdge> asked_for;
    for (std::size_t c = 0; c < program.size(); ++c) {
        const auto id = static_cast<hg::CommandId>(c);
        for (const hg::Dependency& dependency : program.dependencies(id))
            if (dependency.hazard == hg::Hazard::explicit_) asked_for.push_back({dependency.on, id});
    }
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    for (hg::DeviceModel& device : parts.target.devices)
        device.memory = 2 * std::min(device.memory, kMost / 2);
    hg::MemoryPlan plan = hg::plan_memory(parts);
    parts.slots = std::move(plan.slots);
    parts.slot_of_register = std::move(plan.slot_of_register);
    hg::DependencyLists lists = hg::derive_dependencies(parts, asked_for);
    parts.dependencies = std::move(lists.edges);
    parts.first_dependency = std::move(lists.first);
    return hg::Program(std::move(parts));
}

Gain gain_of(const hg::Program& program, hg::Target target, const Change& change) {
    if (change.apply) change.apply(target);
    if (change.has_new_plan)
        return {change.name, hg::simulate(with_twice_the_memory(program), target).makespan};
    return {change.name, hg::simulate(program, target, change.options).makespan};
}

constexpr std::size_t kMostCommands = 200000;

std::int64_t saturated_double(std::int64_t value) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 2;
    return 2 * std::clamp(value, -kMost, kMost);
}

bool same_matrices(const hg::Program& a, const hg::Program& b) {
    return std::equal(a.matrices().begin(), a.matrices().end(), b.matrices().begin(), b.matrices().end());
}

/// Of a source with one parameter doubled or halved, if the program then has the same matrices: so block
/// sizes change, the problem does not. Programs of more than 200000 commands are left out, and have none;
/// nor has a text that is no source.
std::vector<Gain> source_gains(const ProgramFile& file, const ReadProgram& read, const TargetRates& rates) {
    std::vector<Gain> list;
    if (read.program.size() > kMostCommands || !hg::is_program_source(read.text)) return list;
    const hg::ProgramTextOptions options = file.options();
    const hg::ProgramSource source = hg::ProgramSource::parse(read.text, options.file);
    const hg::SourceLibrary library = hg::program_library(options);
    const hg::Target target =
        source.target().devices.empty() ? machine_target(file, rates.machine) : source.target();
    for (const auto& [name, value] : source.values(options.values))
        for (const std::int64_t other : {saturated_double(value), value / 2}) {
            if (other == value) continue;
            hg::SourceValues values = options.values;
            values[name] = other;
            try {
                const hg::Program variant =
                    source.build(target, values, library, {}, {.commands = kMostCommands});
                if (same_matrices(variant, read.program))
                    list.push_back({name + " = " + std::to_string(other),
                                    hg::simulate(variant, rates.target_of(variant)).makespan});
            } catch (const hg::Error&) {  // the source has no program for this value
            }
        }
    return list;
}

/// What would help, best first: a better machine, and other values of a source's parameters. Memory is
/// doubled, and its plan made again, if a device's slots take more than half of what it has.
std::vector<Gain> gains(const ProgramFile& file, const ReadProgram& read, const TargetRates& rates) {
    const hg::Target target = rates.target_of(read.program);
    std::vector<Change> list = changes();
    if (memory_is_short(read.program)) list.push_back({.name = "twice the memory", .has_new_plan = true});
    std::vector<Gain> result(list.size());
    tbb::task_arena(std::min(kMostThreads, tbb::this_task_arena::max_concurrency())).execute([&] {
        tbb::parallel_for(std::size_t{0}, list.size(),
                          [&](std::size_t i) { result[i] = gain_of(read.program, target, list[i]); });
    });
    for (Gain& gain : source_gains(file, read, rates)) result.push_back(std::move(gain));
    std::ranges::stable_sort(result, {}, &Gain::makespan);
    return result;
}

constexpr std::size_t kPlotWidth = 60;
constexpr std::size_t kPlotHeight = 8;
constexpr std::size_t kMostExamples = 8;

struct AnalyzeOptions {
    ProgramFile file;
    TargetRates rates;
    ReportFiles files;

    void add_options(Command& command) {
        file.add_options(command);
        rates.add_options(command);
        files.add_options(command);
    }
};

/// All that the command says.
struct Analysis {
    SimulatedProgram view;
    std::vector<Gain> gains;
    std::vector<WorkFigures> kinds = figures_by_kind(view);
    std::vector<WorkFigures> queues = figures_by_queue(view);
    SlackHistogram slack = slack_histogram(view);
    RunWidth width = run_width(view, kPlotWidth);
    hg::Bounds bounds = hg::bounds(view.program, view.target);
    std::vector<MemoryFigures> memory = memory_by_device(view);
    DependencyFigures dependencies = dependency_figures(view.program);

    [[nodiscard]] double makespan() const { return view.run.makespan; }
};

/// Seconds as a share of the run, for people.
template <class Record>
Column<Record> share_column(double makespan, std::function<double(const Record&)> seconds) {
    return {"", "of the run",
            [=](auto& record) { return Value(nullptr, share_text(seconds(record), makespan)); }};
}

ReportTable work_table(const char* what, const std::vector<WorkFigures>& list, double makespan) {
    using Work = WorkFigures;
    return table_of<Work>({{what, what, &Work::name},
                           {"commands", "commands", &Work::commands},
                           {"busy", "time", kSeconds, &Work::busy},
                           share_column<Work>(makespan, &Work::busy),
                           {"on_critical_chain", "on the chain", kSeconds, &Work::on_chain},
                           share_column<Work>(makespan, &Work::on_chain)},
                          list);
}

ReportTable slack_table(const SlackHistogram& slack) {
    constexpr std::size_t kBar = 40;
    const std::size_t most = *std::ranges::max_element(slack.commands);
    ReportTable table({{"up_to", "of the run"}, {"commands", "commands"}, {"", " "}});
    for (std::size_t i = 0; i < slack.commands.size(); ++i) {
        const double up_to = SlackHistogram::kUpTo[i];
        const std::size_t bar = most > 0 ? (slack.commands[i] * kBar + most - 1) / most : 0;
        table.add({Value(up_to, i == 0 ? "none" : "up to " + share_text(up_to, 1)), slack.commands[i],
                   std::string(bar, '#')});
    }
    return table;
}

/// Commands under way over time, drawn with letters.
void add_width(Report& report, const RunWidth& width) {
    report.heading("commands in flight: " + fixed(width.mean, 2) + " on average, " +
                   std::to_string(width.most) + " at most");
    const std::size_t rows = std::min(width.most, kPlotHeight);
    for (std::size_t row = rows; row > 0; --row) {
        const double step = static_cast<double>(width.most) / static_cast<double>(rows);
        const double level = static_cast<double>(row) * step;
        std::string label = row == rows ? std::to_string(width.most) : "";
        label.insert(0, 6 - std::min<std::size_t>(6, label.size()), ' ');
        std::string bars;
        for (const double value : width.over_time) bars += value > level - step / 2 ? '#' : ' ';
        report.line(label + " |" + bars + "|");
    }
    report.fact("width/mean", width.mean)
        .fact("width/most", width.most)
        .fact("width/over_time", width.over_time);
}

ReportTable bound_table(const std::vector<std::pair<std::string, double>>& bounds, double makespan) {
    using Bound = std::pair<std::string, double>;
    return table_of<Bound>({{"", "bound", &Bound::first},
                            {"", "time", kSeconds, &Bound::second},
                            share_column<Bound>(makespan, &Bound::second)},
                           bounds);
}

ReportTable gain_table(const Analysis& a) {
    return table_of<Gain>({{"change", "change", &Gain::name},
                           {"makespan", "makespan", kSeconds, &Gain::makespan},
                           {"", "less",
                            [&](auto& gain) {
                                return Value(nullptr, share_text(a.makespan() - gain.makespan, a.makespan()));
                            }}},
                          a.gains);
}

ReportTable memory_table(const std::vector<MemoryFigures>& memory) {
    using Memory = MemoryFigures;
    return table_of<Memory>({{"", "device", [&](auto& m) { return &m - memory.data(); }},
                             {"planned", "slots", kByteSize, &Memory::planned},
                             {"capacity", "of", kByteSize, &Memory::capacity},
                             {"", "share",
                              [](auto& m) {
                                  return Value(nullptr, share_text(static_cast<double>(m.planned),
                                                                   static_cast<double>(m.capacity)));
                              }},
                             {"most_in_use", "in use at most", kByteSize, &Memory::alive}},
                            memory);
}

/// The first of the dependencies that were asked for in vain: "5 waits for 2".
std::vector<std::string> first_in_vain(const DependencyFigures& dependencies) {
    std::vector<std::string> list;
    for (const hg::Edge& edge : dependencies.asked_for_in_vain)
        if (list.size() < kMostExamples)
            list.push_back(std::to_string(hg::index(edge.to)) + " waits for " +
                           std::to_string(hg::index(edge.from)));
    return list;
}

void add_dependencies(Report& report, const DependencyFigures& d) {
    const std::vector<std::string> examples = first_in_vain(d);
    const std::size_t in_vain = d.asked_for_in_vain.size();
    report.heading("dependencies");
    report.line(std::to_string(d.all) + ", " + std::to_string(d.implied) + " of them implied by others; " +
                std::to_string(d.asked_for) + " asked for, " + std::to_string(in_vain) + " of them implied" +
                (examples.empty() ? "" : ": " + joined(examples)) + (in_vain > kMostExamples ? ", ..." : ""));
    report.fact("dependencies/all", d.all).fact("dependencies/implied", d.implied);
    report.fact("dependencies/through_mark", d.asked_for).fact("dependencies/through_mark_implied", in_vain);
    report.fact("dependencies/through_mark_implied_first", examples);
}

Report report_of(const Analysis& a) {
    Report report("hgctl program analyze");
    const std::size_t chain = a.view.chain.commands.size();
    report.fact("commands", a.view.program.size())
        .fact("makespan", a.makespan())
        .fact("critical_chain/commands", chain);
    report.row("makespan",
               seconds_text(a.makespan()) + " for " + count_text(a.view.program.size(), "command"));
    add_machine(report, a.view.target);
    report.row("critical chain", count_text(chain, "command") + ", each begins when the one before it ends");
    report.line("").table("kinds", work_table("kind", a.kinds, a.makespan()));
    report.table("queues", work_table("queue", a.queues, a.makespan()));
    report.heading("slack: by how much commands may end later before the run takes longer");
    report.table("slack", slack_table(a.slack));
    add_width(report, a.width);
    report.heading("lower bounds");
    report.table("", bound_table(add_bounds(report, a.bounds), a.makespan()));
    report.heading("what would help").table("gains", gain_table(a));
    report.heading("memory").table("memory", memory_table(a.memory));
    add_dependencies(report, a.dependencies);
    return report;
}

void run_analyze(const AnalyzeOptions& options) {
    options.files.check({}, {{"FILE", options.file.path}});
    const ReadProgram read = read_sound_program_and_text(options.file, options.rates.machine);
    const hg::Target target = options.rates.target_of(read.program);
    const Analysis analysis{simulated(read.program, target), gains(options.file, read, options.rates)};
    options.files.write(report_of(analysis));
}

}  // namespace

void add_program_analyze(Command& app) {
    add_verb(app, "analyze",
             "Show where the time of a simulated run goes: critical chain, slack, concurrency, limits, what "
             "would help",
             run_analyze);
}

}  // namespace hgctl
