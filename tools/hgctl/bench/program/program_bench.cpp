#include "tools/hgctl/bench/program/program_bench.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>

#include "runtime/machine/device/discovery.hpp"
#include "tools/cli/stopwatch.hpp"
#include "tools/hgctl/bench/program/cholesky_program.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/report/quantity.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hgctl {
namespace {

/// A machine of a row, and the matrix that its program works on.
class RowRunner {
  public:
    RowRunner(const ProgramPlace& place, std::int64_t tiles)
        : machine_(place.options), tiles_(tiles), matrix_(static_cast<std::size_t>(tiles * tiles)) {
        std::iota(matrix_.begin(), matrix_.end(), 1.0);
        row_.place = place;
    }

    [[nodiscard]] const ProgramRow& row() const noexcept { return row_; }

    /// Each stage once.
    void turn(bool counts) {
        const std::vector<double> before = matrix_;
        std::array<double, kProgramStages.size()> seconds{};
        Stopwatch watch;
        const hg::ProgramSource source = hg::ProgramSource::parse(cholesky_source());
        seconds[0] = watch.lap();
        const hg::Program program = source.build(machine_.target(), {{"t", tiles_}}, empty_kernels());
        seconds[1] = watch.lap();
        hg::verify(program);
        seconds[2] = watch.lap();
        static_cast<void>(hg::simulate(program, machine_.target()));
        seconds[3] = watch.lap();
        const hg::Bindings bindings = hg::Bindings{}.matrix("A", matrix_.data(), tiles_);
        watch.lap();
        machine_.run(program, bindings);
        seconds[4] = watch.lap();
        row_.commands = program.size();
        row_.right = row_.right && matrix_ == before;
        if (!counts) return;
        for (std::size_t s = 0; s < seconds.size(); ++s) row_.stages[s].seconds.push_back(seconds[s]);
        row_.together.seconds.push_back(seconds[0] + seconds[1] + seconds[4]);
    }

  private:
    hg::Machine machine_;
    const std::int64_t tiles_;
    std::vector<double> matrix_;
    ProgramRow row_;
};

void add_turn(GraphSamples& graph, const TaskTimes& times) {
    graph.builds_first = times.build.has_value();
    if (times.build) graph.build.seconds.push_back(*times.build);
    graph.run.seconds.push_back(times.run);
    graph.together.seconds.push_back(times.together());
}

GraphSamples graph_of(const ProgramRow& row) {
    GraphSamples graph{.name = "hg", .workers = row.place.workers, .build = {}, .run = {}, .together = {}};
    graph.run = row.stage(ProgramStage::run);
    graph.together = row.together;
    for (std::size_t i = 0; i < graph.run.seconds.size(); ++i)
        graph.build.seconds.push_back(graph.together.seconds[i] - graph.run.seconds[i]);
    return graph;
}

}  // namespace

std::vector<ProgramPlace> program_places() {
    std::vector<ProgramPlace> places;
    for (const char* devices : {"host", "host,host"})
        places.push_back({"host", true, static_cast<int>(places.size()) + 1, machine_options(devices)});
    const hg::MachineOptions options = machine_options("");
    const std::vector<hg::DeviceListing> selected = hg::selected_devices(options);
    if (std::any_of(selected.begin(), selected.end(), [](const auto& d) { return d.info.is_host; }))
        return places;
    for (int workers = 1; workers <= std::min(2, static_cast<int>(selected.size())); ++workers)
        places.push_back(
            {selected.front().info.name, false, workers, first_devices(options, selected, workers)});
    return places;
}

ProgramBench run_program_bench(const ProgramBenchPlan& plan, const std::vector<ProgramPlace>& places,
                               const std::function<void(const std::string&)>& say) {
    ProgramBench bench{
        .plan = plan, .tiles = cholesky_tiles(plan.tasks), .rows = {}, .graphs = {}, .left_out = {}};
    for (const ProgramPlace& place : places) {
        std::vector<std::string> left_out;
        std::vector<std::unique_ptr<TaskPeer>> peers;
        if (place.is_host) peers = load_task_peers(plan.peers, place.workers, left_out);
        std::vector<GraphSamples> graphs(peers.size());
        RowRunner runner(place, bench.tiles);
        for (int turn = -plan.warmup; turn < plan.repeat; ++turn) {
            say(place.name + ", " + count_text(static_cast<std::size_t>(place.workers), "worker"));
            runner.turn(turn >= 0);
            for (std::size_t p = 0; p < peers.size(); ++p) {
                const TaskTimes times = peers[p]->run(static_cast<std::size_t>(bench.tiles));
                graphs[p].name = peers[p]->name();
                graphs[p].workers = place.workers;
                if (turn >= 0) add_turn(graphs[p], times);
            }
        }
        bench.rows.push_back(runner.row());
        if (place.is_host) bench.graphs.push_back(graph_of(runner.row()));
        bench.graphs.insert(bench.graphs.end(), graphs.begin(), graphs.end());
        if (bench.left_out.empty()) bench.left_out = left_out;
    }
    return bench;
}

}  // namespace hgctl
