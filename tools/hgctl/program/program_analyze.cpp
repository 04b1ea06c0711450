// hgctl program analyze: what a program's time goes to, and what would help.
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/program/graph/gains.hpp"
#include "tools/hgctl/program/graph/run_figures.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include "tools/hgctl/program/target_model.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include <hg/runtime/program/bounds.hpp>

namespace hgctl {
namespace {

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
    report.heading("commands under way: " + fixed(width.mean, 2) + " on average, " +
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
                                const double less = std::max(0.0, a.makespan() - gain.makespan);
                                return Value(nullptr, share_text(less, a.makespan()));
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
    report.row("critical chain", count_text(chain, "command") + ", each begins when the one before it ends");
    report.line("").table("kinds", work_table("kind", a.kinds, a.makespan()));
    report.table("queues", work_table("queue", a.queues, a.makespan()));
    report.heading("slack: by how much commands may end later before the run takes longer");
    report.table("slack", slack_table(a.slack));
    add_width(report, a.width);
    report.heading("no run beats these");
    report.table("", bound_table(add_bounds(report, a.bounds), a.makespan()));
    report.heading("what would help").table("gains", gain_table(a));
    report.heading("memory").table("memory", memory_table(a.memory));
    add_dependencies(report, a.dependencies);
    return report;
}

void run_analyze(const AnalyzeOptions& options) {
    options.files.check({}, {{"FILE", options.file.path}});
    const ReadProgram read = read_sound_program_and_text(options.file);
    const hg::Target target = options.rates.target_of(read.program);
    const Analysis analysis{simulated(read.program, target), gains(options.file, read, options.rates)};
    options.files.write(report_of(analysis));
}

}  // namespace

void add_program_analyze(Command& app, int& status) {
    add_verb(app, "analyze",
             "What a program's time goes to: critical chain, slack, width, limits, what would help", status,
             run_analyze);
}

}  // namespace hgctl
