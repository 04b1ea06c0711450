#include "tools/hgctl/bench/program/program_bench_report.hpp"

#include "tools/peers/cholesky_tasks.hpp"
#include "tools/report/quantity.hpp"

namespace hgctl {
namespace {

double tasks_of(const ProgramBench& bench) {
    return static_cast<double>(cholesky_task_count(bench.tiles));
}

Json row_json(const ProgramRow& row) {
    auto seconds = Json::object();
    auto rates = Json::object();
    for (std::size_t s = 0; s < kProgramStages.size(); ++s) {
        seconds.set(kProgramStages[s], row.stages[s].best());
        rates.set(kProgramStages[s], static_cast<double>(row.commands) / row.stages[s].best());
    }
    return {{"on", row.place.name}, {"workers", row.place.workers}, {"commands", row.commands},
            {"seconds", seconds},   {"commands_per_second", rates}, {"right", row.right}};
}

Json graph_json(const GraphSamples& graph) {
    return {{"name", graph.name},
            {"workers", graph.workers},
            {"build", graph.builds_first ? Json(graph.build.best()) : Json()},
            {"run", graph.builds_first ? Json(graph.run.best()) : Json()},
            {"together", graph.together.best()},
            {"together_median", graph.together.median()}};
}

/// "8.1 M/s"
std::string rate_text(double per_second) {
    return fixed(per_second / 1e6, 2) + " M/s";
}

}  // namespace

std::string program_bench_headline(const ProgramBench& bench) {
    return "Cholesky factorization of " + std::to_string(bench.tiles) + " x " + std::to_string(bench.tiles) +
           " tiles: " + std::to_string(cholesky_task_count(bench.tiles)) + " empty tasks, best of " +
           count_text(static_cast<std::size_t>(bench.plan.repeat), "run");
}

std::vector<std::vector<std::string>> stage_cells(const ProgramBench& bench) {
    std::vector<std::vector<std::string>> cells{{"on", "workers", "stage", "commands", "time", "commands/s"}};
    for (const ProgramRow& row : bench.rows)
        for (std::size_t s = 0; s < kProgramStages.size(); ++s) {
            const double best = row.stages[s].best();
            cells.push_back({row.place.name, std::to_string(row.place.workers), kProgramStages[s],
                             std::to_string(row.commands), seconds_text(best),
                             rate_text(static_cast<double>(row.commands) / best)});
        }
    return cells;
}

std::vector<std::vector<std::string>> graph_cells(const ProgramBench& bench) {
    std::vector<std::vector<std::string>> cells{
        {"library", "workers", "build", "run", "together", "median", "tasks/s"}};
    for (const GraphSamples& graph : bench.graphs) {
        const double best = graph.together.best();
        cells.push_back({graph.name, std::to_string(graph.workers),
                         graph.builds_first ? seconds_text(graph.build.best()) : "-",
                         graph.builds_first ? seconds_text(graph.run.best()) : "-", seconds_text(best),
                         seconds_text(graph.together.median()), rate_text(tasks_of(bench) / best)});
    }
    return cells;
}

Json program_bench_json(const ProgramBench& bench) {
    Json rows = Json::array();
    for (const ProgramRow& row : bench.rows) rows.push_back(row_json(row));
    std::vector<std::string> devices;
    for (const ProgramRow& row : bench.rows)
        if (row.place.workers == 1) devices.push_back(row.place.name);
    Json graphs = Json::array();
    for (const GraphSamples& graph : bench.graphs) graphs.push_back(graph_json(graph));
    return {
        {"devices", devices},          {"tiles", bench.tiles}, {"tasks", cholesky_task_count(bench.tiles)},
        {"repeat", bench.plan.repeat}, {"rows", rows},         {"graphs", graphs},
        {"left_out", bench.left_out}};
}

}  // namespace hgctl
