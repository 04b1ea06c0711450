#pragma once

#include <string>
#include <vector>

#include "tools/hgctl/program/graph/simulated_program.hpp"

namespace hgctl {

/// The graph as SVG that needs nothing but itself: a lane for each queue of each device, time from left to right,
/// reasons on edges, the critical chain in red. Each node and edge has all about it as its title.
///
/// Nodes have the class `node` and name their phase in `data-phase`; edges have the class `edge` and name the
/// phases at their ends in `data-phases`. `details` adds to each phase of several commands a hidden group of the
/// class `detail`, with a node for each command and the edges between them. The picture says where its time axis
/// lies: `data-left` and `data-width` in its own units, `data-seconds`.
std::string graph_svg(const SimulatedProgram& program, const std::vector<hg::Phase>& phases,
                      const hg::PhaseGraph& graph, const hg::PhaseGraph* details = nullptr);

}  // namespace hgctl
