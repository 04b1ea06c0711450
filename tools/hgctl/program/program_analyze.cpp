// hgctl program analyze: what a program's time goes to, and what would help.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/program/graph/gains.hpp"
#include "tools/hgctl/program/graph/run_figures.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include "tools/hgctl/program/source/source_variants.hpp"
#include "tools/hgctl/program/target_rates.hpp"
#include "tools/report/json_report.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/table.hpp"
#include <hg/runtime/program/bounds.hpp>

namespace hgctl {
namespace {

constexpr std::size_t kPlotWidth = 60;
constexpr std::size_t kPlotHeight = 8;
constexpr std::size_t kMostExamples = 8;

struct AnalyzeOptions {
    ProgramFile file;
    TargetRates rates;
    JsonReport json;
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

Json as_json(const std::vector<WorkFigures>& list, const char* what) {
    Json result = Json::array();
    for (const WorkFigures& figures : list)
        result.push_back({{what, figures.name},
                          {"commands", figures.commands},
                          {"busy", figures.busy},
                          {"on_critical_chain", figures.on_chain}});
    return result;
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

Json as_json(const Analysis& a) {
    Json slack = Json::array();
    for (std::size_t i = 0; i < a.slack.commands.size(); ++i)
        slack.push_back({{"up_to", SlackHistogram::kUpTo[i]}, {"commands", a.slack.commands[i]}});
    auto limits = Json::object();
    for (const auto& [name, seconds] : a.bounds.named()) limits.set(name, seconds);
    Json gains = Json::array();
    for (const Gain& gain : a.gains) gains.push_back({{"change", gain.name}, {"makespan", gain.makespan}});
    Json memory = Json::array();
    for (const MemoryFigures& device : a.memory)
        memory.push_back(
            {{"planned", device.planned}, {"capacity", device.capacity}, {"most_in_use", device.alive}});
    const DependencyFigures& d = a.dependencies;
    return {{"commands", a.view.program.size()},
            {"makespan", a.makespan()},
            {"critical_chain", {{"commands", a.view.chain.commands.size()}}},
            {"kinds", as_json(a.kinds, "kind")},
            {"queues", as_json(a.queues, "queue")},
            {"slack", slack},
            {"width", {{"mean", a.width.mean}, {"most", a.width.most}, {"over_time", a.width.over_time}}},
            {"bounds", limits},
            {"limit", a.bounds.limit()},
            {"gains", gains},
            {"memory", memory},
            {"dependencies",
             {{"all", d.all},
              {"implied", d.implied},
              {"through_mark", d.asked_for},
              {"through_mark_implied", d.asked_for_in_vain.size()},
              {"through_mark_implied_first", first_in_vain(d)}}}};
}

void print_work(const char* what, const std::vector<WorkFigures>& list, double makespan) {
    Table table({what, "commands", "time", "of the run", "on the chain", "of the run"});
    for (const WorkFigures& figures : list)
        table.add({figures.name, std::to_string(figures.commands), seconds_text(figures.busy),
                   share_text(figures.busy, makespan), seconds_text(figures.on_chain),
                   share_text(figures.on_chain, makespan)});
    table.print(std::cout);
}

void print_slack(const Analysis& a) {
    const std::size_t most = *std::max_element(a.slack.commands.begin(), a.slack.commands.end());
    std::cout << "\nslack: by how much commands may end later before the run takes longer\n";
    Table table({"of the run", "commands", ""}, {0, 2});
    for (std::size_t i = 0; i < a.slack.commands.size(); ++i) {
        const std::size_t count = a.slack.commands[i];
        const std::size_t bar = most > 0 ? (count * 40 + most - 1) / most : 0;
        table.add({i == 0 ? "none" : "up to " + share_text(SlackHistogram::kUpTo[i], 1),
                   std::to_string(count), std::string(bar, '#')});
    }
    table.print(std::cout);
}

void print_width(const RunWidth& width) {
    std::cout << "\ncommands under way: " << fixed(width.mean, 2) << " on average, " << width.most
              << " at most\n";
    const std::size_t rows = std::min(width.most, kPlotHeight);
    for (std::size_t row = rows; row > 0; --row) {
        const double step = static_cast<double>(width.most) / static_cast<double>(rows);
        const double level = static_cast<double>(row) * step;
        std::string label = row == rows ? std::to_string(width.most) : "";
        label.insert(0, 6 - std::min<std::size_t>(6, label.size()), ' ');
        std::cout << label << " |";
        for (const double value : width.over_time) std::cout << (value > level - step / 2 ? '#' : ' ');
        std::cout << "|\n";
    }
}

void print_bounds(const Analysis& a) {
    std::cout << "\nno run beats these\n";
    Table table({"bound", "time", "of the run"});
    for (const auto& [name, seconds] : a.bounds.named())
        if (seconds >= 0.001 * a.bounds.best())
            table.add({name, seconds_text(seconds), share_text(seconds, a.makespan())});
    table.print(std::cout);
}

void print_gains(const Analysis& a) {
    std::cout << "\nwhat would help\n";
    Table table({"change", "makespan", "less"});
    for (const Gain& gain : a.gains)
        table.add({gain.name, seconds_text(gain.makespan),
                   share_text(std::max(0.0, a.makespan() - gain.makespan), a.makespan())});
    table.print(std::cout);
}

void print_memory(const Analysis& a) {
    std::cout << "\nmemory\n";
    Table table({"device", "slots", "of", "share", "in use at most"});
    for (std::size_t d = 0; d < a.memory.size(); ++d) {
        const MemoryFigures& memory = a.memory[d];
        table.add({std::to_string(d), bytes_text(memory.planned), bytes_text(memory.capacity),
                   share_text(static_cast<double>(memory.planned), static_cast<double>(memory.capacity)),
                   bytes_text(memory.alive)});
    }
    table.print(std::cout);
}

void print_dependencies(const DependencyFigures& d) {
    std::cout << "\ndependencies    " << d.all << ", " << d.implied << " of them implied by others; "
              << d.asked_for << " asked for, " << d.asked_for_in_vain.size() << " of them implied";
    const char* separator = ": ";
    for (const std::string& example : first_in_vain(d)) {
        std::cout << separator << example;
        separator = ", ";
    }
    std::cout << (d.asked_for_in_vain.size() > kMostExamples ? ", ...\n" : "\n");
}

void print_text(const Analysis& a) {
    std::cout << "makespan        " << seconds_text(a.makespan()) << " for "
              << count_text(a.view.program.size(), "command") << '\n'
              << "critical chain  " << count_text(a.view.chain.commands.size(), "command")
              << ", each begins when the one before it ends\n\n";
    print_work("kind", a.kinds, a.makespan());
    std::cout << '\n';
    print_work("queue", a.queues, a.makespan());
    print_slack(a);
    print_width(a.width);
    print_bounds(a);
    print_gains(a);
    print_memory(a);
    print_dependencies(a.dependencies);
}

/// What would help: a better machine, and other values of a source's parameters.
std::vector<Gain> all_gains(const ProgramFile& file, const ReadProgram& read, const TargetRates& rates) {
    std::vector<Gain> list = gains(read.program, rates.target_of(read.program));
    for (const SourceVariant& variant : source_variants(file, read))
        list.push_back(
            {variant.change, hg::simulate(variant.program, rates.target_of(variant.program)).makespan});
    sort_gains(list);
    return list;
}

void run_analyze(const AnalyzeOptions& options) {
    check_outputs({options.json.file()}, {{"FILE", options.file.path}});
    const ReadProgram read = read_sound_program_and_text(options.file);
    const hg::Target target = options.rates.target_of(read.program);
    const Analysis analysis{simulated(read.program, target), all_gains(options.file, read, options.rates)};
    options.json.write(as_json(analysis));
    if (!options.json.replaces_text()) print_text(analysis);
}

}  // namespace

void add_program_analyze(Command& app, int& status) {
    auto options = std::make_shared<AnalyzeOptions>();
    Command command = app.subcommand(
        "analyze", "What a program's time goes to: critical chain, slack, width, limits, what would help");
    options->file.add_options(command);
    options->rates.add_options(command);
    options->json.add_option(command);
    command.callback([options, &status] {
        run_analyze(*options);
        status = kGood;
    });
}

}  // namespace hgctl
