#include "tools/hgctl/program/graph/graph_dot.hpp"

#include <sstream>

#include "tools/hgctl/program/graph/graph_words.hpp"
#include "tools/report/quantity.hpp"

namespace hgctl {
namespace {

constexpr double kDotWidth = 4000;  ///< of all, in points
constexpr double kDotRow = 80;

/// Between double quotes.
std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + '"';
}

const char* colour(hg::QueueKind kind) {
    switch (kind) {
        case hg::QueueKind::load:
            return "lightblue";
        case hg::QueueKind::exec:
            return "palegreen";
        case hg::QueueKind::exec2:
            return "khaki";
        case hg::QueueKind::store:
            return "lightsalmon";
    }
    return "white";
}

class DotGraph {
  public:
    DotGraph(const SimulatedProgram& program, const std::vector<hg::Phase>& phases,
             const hg::PhaseGraph& graph)
        : program_(program), graph_(graph), words_(program, phases) {}

    std::string text() {
        dot_ << "digraph program {\nrankdir=LR\nnode [shape=box, style=filled]\n";
        for (std::size_t q = 0; q < program_.program.queue_count(); ++q) add_queue(hg::QueueId::at(q));
        for (const hg::PhaseEdge& edge : graph_.edges)
            dot_ << 'n' << edge.from << " -> n" << edge.to << " [label=" << quoted(words_.label(edge))
                 << (edge.critical ? ", color=red, penwidth=2" : "") << "]\n";
        dot_ << "}\n";
        return dot_.str();
    }

  private:
    void add_queue(hg::QueueId queue) {
        if (program_.program.queue(queue).empty()) return;
        dot_ << "subgraph cluster_" << queue.index() << " {\nlabel=" << quoted(queue_text(queue)) << '\n';
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            if (graph_.nodes[i].queue == queue) add_node(i);
        dot_ << "}\n";
    }

    void add_node(std::size_t position) {
        const hg::PhaseNode& node = graph_.nodes[position];
        const double makespan = program_.run.makespan;
        const double x = makespan > 0 ? kDotWidth * (node.begin + node.end) / 2 / makespan : 0;
        dot_ << 'n' << position << " [label=" << quoted(words_.label(node))
             << ", tooltip=" << quoted(words_.title(node)) << ", fillcolor=" << colour(node.queue.kind)
             << ", pos=\"" << fixed(x, 1) << ',' << -kDotRow * static_cast<double>(node.queue.index()) << '"'
             << (node.critical ? ", color=red, penwidth=2" : "") << "]\n";
    }

    const SimulatedProgram& program_;
    const hg::PhaseGraph& graph_;
    GraphWords words_;
    std::ostringstream dot_;
};

}  // namespace

std::string graph_dot(const SimulatedProgram& program, const std::vector<hg::Phase>& phases,
                      const hg::PhaseGraph& graph) {
    return DotGraph(program, phases, graph).text();
}

}  // namespace hgctl
