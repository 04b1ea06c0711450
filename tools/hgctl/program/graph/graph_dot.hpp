#pragma once

#include <string>
#include <vector>

#include "tools/hgctl/program/graph/simulated_program.hpp"

namespace hgctl {

/// The graph in GraphViz's language: a box for each queue of each device, reasons on edges, the critical chain in
/// red. Nodes have their places by time, too, for `neato -n`.
std::string graph_dot(const SimulatedProgram& program, const std::vector<hg::Phase>& phases,
                      const hg::PhaseGraph& graph);

}  // namespace hgctl
