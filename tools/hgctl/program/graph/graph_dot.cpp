#include <array>
#include <cstddef>
#include <iomanip>
#include <sstream>

#include "tools/hgctl/program/graph/graph_view.hpp"
#include "tools/report/quantity.hpp"

namespace hgctl {
namespace {

constexpr double kDotWidth = 4000;  ///< of all, in points
constexpr double kDotRow = 80;

/// In the order of hg::QueueKind.
constexpr std::array kColours{"lightblue", "palegreen", "khaki", "lightsalmon"};

class DotGraph {
  public:
    explicit DotGraph(const GraphView& view) : program_(view.program), graph_(view.graph), words_(view) {}

    std::string text() {
        dot_ << "digraph program {\nrankdir=LR\nnode [shape=box, style=filled]\n";
        for (std::size_t q = 0; q < program_.program.queue_count(); ++q) add_queue(hg::QueueId::at(q));
        for (const hg::PhaseEdge& edge : graph_.edges)
            dot_ << 'n' << edge.from << " -> n" << edge.to << " [label=" << std::quoted(words_.label(edge))
                 << (edge.critical ? ", color=red, penwidth=2" : "") << "]\n";
        dot_ << "}\n";
        return dot_.str();
    }

  private:
    void add_queue(hg::QueueId queue) {
        if (program_.program.queue(queue).empty()) return;
        dot_ << "subgraph cluster_" << queue.index() << " {\nlabel=" << std::quoted(queue_text(queue))
             << '\n';
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            if (graph_.nodes[i].queue == queue) add_node(i);
        dot_ << "}\n";
    }

    void add_node(std::size_t position) {
        const hg::PhaseNode& node = graph_.nodes[position];
        const double makespan = program_.run.makespan;
        const double x = makespan > 0 ? kDotWidth * (node.begin + node.end) / 2 / makespan : 0;
        dot_ << 'n' << position << " [label=" << std::quoted(words_.label(node))
             << ", tooltip=" << std::quoted(words_.title(node))
             << ", fillcolor=" << kColours.at(static_cast<std::size_t>(node.queue.kind)) << ", pos=\""
             << fixed(x, 1) << ',' << -kDotRow * static_cast<double>(node.queue.index()) << '"'
             << (node.critical ? ", color=red, penwidth=2" : "") << "]\n";
    }

    const SimulatedProgram& program_;
    const hg::PhaseGraph& graph_;
    GraphWords words_;
    std::ostringstream dot_;
};

}  // namespace

std::string graph_dot(const GraphView& view) {
    return DotGraph(view).text();
}

}  // namespace hgctl
