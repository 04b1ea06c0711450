#pragma once

#include <string>
#include <vector>

#include "tools/hgctl/program/graph/simulated_program.hpp"

namespace hgctl {

/// A graph that is to be drawn, with the words for its nodes and edges.
class GraphWords {
  public:
    /// References must outlive this.
    GraphWords(const SimulatedProgram& program, const std::vector<hg::Phase>& phases)
        : program_(program), phases_(phases) {}

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
