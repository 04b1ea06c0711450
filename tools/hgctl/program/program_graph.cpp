// hgctl program graph: pictures of a program as it would run.
#include <algorithm>
#include <iostream>
#include <optional>
#include <string>

#include "tools/cli/atomic_file.hpp"
#include "tools/cli/output_files.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/program/graph/graph_view.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include "tools/hgctl/program/target_model.hpp"
#include "tools/report/quantity.hpp"

namespace hgctl {
namespace {

/// A page holds the commands themselves, if there are no more than these.
constexpr std::size_t kMostUnfolded = 8000;

struct GraphOptions {
    ProgramFile file;
    std::string svg, dot, html;
    std::size_t nodes = 300;
    TargetRates rates;

    void add_options(Command& command) {
        file.add_options(command);
        command.file("--svg", svg, "Write a picture with time from left to right");
        command.file("--html", html, "Write an interactive page: zoom, move, unfold phases");
        command.file("--dot", dot, "The graph for GraphViz: dot -Tsvg FILE");
        command.count("--nodes", nodes,
                      "Fold phases (which end at MARK and BAR) if there are more commands than this", 1,
                      100000);
        rates.add_options(command);
    }
};

std::size_t queues_in_use(const hg::Program& program) {
    std::vector<bool> used(program.queue_count(), false);
    for (const hg::Command& command : program.commands()) used[command.queue_id().index()] = true;
    return static_cast<std::size_t>(std::count(used.begin(), used.end(), true));
}

void run_graph(const GraphOptions& options) {
    if (options.svg.empty() && options.dot.empty() && options.html.empty())
        refuse("no file to draw to; give at least one of --svg FILE, --dot FILE, --html FILE");
    check_outputs({{"--svg", options.svg}, {"--dot", options.dot}, {"--html", options.html}},
                  {{"FILE", options.file.path}});
    const hg::Program program = read_sound_program(options.file, options.rates.machine);
    const SimulatedProgram view = simulated(program, options.rates.target_of(program));
    const std::vector<bool> implied = hg::implied_dependencies(program);
    const bool folded = program.size() > options.nodes;
    const std::vector<hg::Phase> phases =
        folded ? hg::phases(program, std::max<std::size_t>(1, options.nodes / queues_in_use(program)))
               : hg::single_commands(program);
    const hg::PhaseGraph graph = hg::fold(program, phases, view.run, view.chain, implied);
    std::optional<hg::PhaseGraph> details;
    if (folded && program.size() <= kMostUnfolded && !options.html.empty())
        details = hg::fold(program, hg::single_commands(program), view.run, view.chain, implied);
    GraphView drawn{view, phases, graph};
    if (!options.svg.empty()) replace_file(options.svg, graph_svg(drawn));
    if (!options.dot.empty()) replace_file(options.dot, graph_dot(drawn));
    if (details) drawn.details = &*details;
    if (!options.html.empty())
        replace_file(options.html, graph_page(options.file.path + " on " + machine_text(view.target), drawn));
    const auto left_out = std::count(implied.begin(), implied.end(), true);
    std::cout << count_text(program.size(), "command")
              << (folded ? " in " + count_text(phases.size(), "phase") : std::string()) << ": "
              << count_text(graph.nodes.size(), "node") << ", " << count_text(graph.edges.size(), "edge")
              << "; " << left_out << " of " << program.dependency_count()
              << " dependencies are implied by others\nmachine: " << machine_text(view.target) << '\n';
}

}  // namespace

void add_program_graph(Command& app) {
    add_verb(app, "graph",
             "Draw a simulated run: one lane per queue, reasons for waiting, the critical chain", run_graph);
}

}  // namespace hgctl
