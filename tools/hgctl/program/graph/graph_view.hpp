#pragma once

#include <string>
#include <vector>

#include "tools/hgctl/program/graph/simulated_program.hpp"

namespace hgctl {

/// A graph that is to be drawn. References must outlive it.
struct GraphView {
    const SimulatedProgram& program;
    const std::vector<hg::Phase>& phases;
    const hg::PhaseGraph& graph;
    /// A node for each command, if the graph has phases of several and these can be unfolded.
    const hg::PhaseGraph* details = nullptr;
};

/// The graph in GraphViz's language: a box for each queue of each device, reasons on edges, the critical
/// chain in red. Nodes have their places by time, too, for `neato -n`.
std::string graph_dot(const GraphView& view);

/// The graph as SVG that needs nothing but itself: a lane for each queue of each device, time from left to
/// right, reasons on edges, the critical chain in red. Each node and edge has all about it as its title.
///
/// Nodes have the class `node` and name their phase in `data-phase`; edges have the class `edge` and name
/// the phases at their ends in `data-phases`. `details` adds to each phase of several commands a hidden
/// group of the class `detail`, with a node for each command and the edges between them. The picture says
/// where its time axis lies: `data-left` and `data-width` in its own units, `data-seconds`.
std::string graph_svg(const GraphView& view);

/// A page with the picture, to zoom in on times and to unfold phases. It needs nothing but itself. `name`
/// heads it.
std::string graph_page(const std::string& name, const GraphView& view);

/// The words for the nodes and edges of a graph.
class GraphWords {
  public:
    explicit GraphWords(const GraphView& view) : program_(view.program), phases_(view.phases) {}

    /// What stands in a node: "LD A[0,0]"; of several commands "12 LD of phase".
    [[nodiscard]] std::string label(const hg::PhaseNode& node) const;
    /// All about it, on lines: the command's text or the counts by kind, start, duration or share, slack.
    [[nodiscard]] std::string title(const hg::PhaseNode& node) const;
    /// "RAW s0"; of several dependencies "RAW s0 and 3 more".
    [[nodiscard]] std::string label(const hg::PhaseEdge& edge) const;

  private:
    [[nodiscard]] const std::string& phase_name(const hg::PhaseNode& node) const {
        return phases_[node.phase].name;
    }

    const SimulatedProgram& program_;
    const std::vector<hg::Phase>& phases_;
};

}  // namespace hgctl
