#include "tools/hgctl/bench/program/program_bench_report.hpp"

#include "tools/peers/cholesky_tasks.hpp"

namespace hgctl {
namespace {

/// 8.1e6 as "8.10 M/s".
constexpr Unit kMillions{"1/s", [](double rate) { return fixed(rate / 1e6, 2) + " M/s"; }};

/// A stage of a row, for people.
struct StageRow {
    const ProgramRow* row;
    std::size_t stage;

    [[nodiscard]] double seconds() const { return row->stages[stage].best(); }
};

ReportTable row_table(const std::vector<ProgramRow>& rows) {
    Columns<ProgramRow> columns{{"on", "", [](auto& row) { return row.place.name; }},
                                {"workers", "", [](auto& row) { return row.place.workers; }},
                                {"commands", "", &ProgramRow::commands},
                                {"right", "", &ProgramRow::right}};
    for (std::size_t s = 0; s < kProgramStages.size(); ++s) {
        const std::string stage = kProgramStages[s];
        columns.push_back({"seconds/" + stage, "", [s](auto& row) { return row.stages[s].best(); }});
        columns.push_back({"commands_per_second/" + stage, "", [s](auto& row) {
                               return static_cast<double>(row.commands) / row.stages[s].best();
                           }});
    }
    return table_of(columns, rows);
}

ReportTable stage_table(const std::vector<ProgramRow>& rows) {
    std::vector<StageRow> stages;
    for (const ProgramRow& row : rows)
        for (std::size_t s = 0; s < kProgramStages.size(); ++s) stages.push_back({&row, s});
    return table_of<StageRow>({{"", "on", [](auto& s) { return s.row->place.name; }},
                               {"", "workers", [](auto& s) { return s.row->place.workers; }},
                               {"", "stage", [](auto& s) { return kProgramStages[s.stage]; }},
                               {"", "commands", [](auto& s) { return s.row->commands; }},
                               {"", "time", kSeconds, &StageRow::seconds},
                               {"", "commands/s", kMillions,
                                [](auto& s) { return static_cast<double>(s.row->commands) / s.seconds(); }}},
                              stages);
}

ReportTable graph_table(const std::vector<GraphSamples>& graphs, double tasks) {
    using Graph = GraphSamples;
    const auto before = [](Samples Graph::*of) {
        return [=](const Graph& graph) {
            return graph.builds_first ? Value((graph.*of).best()) : Value(nullptr);
        };
    };
    return table_of<Graph>(
        {{"name", "library", &Graph::name},
         {"workers", "workers", &Graph::workers},
         {"build", "build", kSeconds, before(&Graph::build)},
         {"run", "run", kSeconds, before(&Graph::run)},
         {"together", "together", kSeconds, [](auto& graph) { return graph.together.best(); }},
         {"together_median", "median", kSeconds, [](auto& graph) { return graph.together.median(); }},
         {"", "tasks/s", kMillions, [tasks](auto& graph) { return tasks / graph.together.best(); }}},
        graphs);
}

}  // namespace

Report program_bench_report(const ProgramBench& bench) {
    const auto tasks = cholesky_task_count(bench.tiles);
    const std::string tiles = std::to_string(bench.tiles);
    std::vector<std::string> devices;
    for (const ProgramRow& row : bench.rows)
        if (row.place.workers == 1) devices.push_back(row.place.name);
    Report report("hgctl bench program", "Cholesky factorization of " + tiles + " x " + tiles +
                                             " tiles: " + std::to_string(tasks) + " empty tasks, best of " +
                                             count_text(static_cast<std::size_t>(bench.plan.repeat), "run"));
    report.fact("devices", devices).fact("tiles", bench.tiles).fact("tasks", tasks);
    report.fact("repeat", bench.plan.repeat).fact("left_out", bench.left_out);
    report.table("rows", row_table(bench.rows)).table("", stage_table(bench.rows));
    report.heading("The same tasks on the CPU, libraries in turn");
    report.table("graphs", graph_table(bench.graphs, static_cast<double>(tasks)));
    report.line(
        "build: the graph of a run, which can run many times; hg parses its source and derives dependencies "
        "and "
        "memory.\nStarPU derives dependencies while it runs; Taskflow is given them. A worker of hg is a "
        "host device "
        "with a\nqueue for tasks; two exchange tiles through host memory, which the libraries' workers "
        "share.");
    return report;
}

}  // namespace hgctl
