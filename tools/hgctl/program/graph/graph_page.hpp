#pragma once

#include <string>
#include <vector>

#include "tools/hgctl/program/graph/simulated_program.hpp"

namespace hgctl {

/// A page around the picture of graph_svg(): the wheel zooms, dragging moves, a double click shows all again. What
/// is under the pointer is described below. If there are details, a click on a phase unfolds it, and a click on
/// one of its commands folds it again.
std::string graph_page(const std::string& name, const SimulatedProgram& program,
                       const std::vector<hg::Phase>& phases, const hg::PhaseGraph& graph,
                       const hg::PhaseGraph* details);

}  // namespace hgctl
