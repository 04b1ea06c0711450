#include "tools/hgctl/program/graph/graph_view.hpp"
#include "tools/report/quantity.hpp"
#include <hg/runtime/program/text.hpp>

namespace hgctl {
namespace {

std::string counts_text(const hg::PhaseNode& node) {
    std::string text;
    for (std::size_t kind = 0; kind < node.commands.size(); ++kind)
        if (node.commands[kind] > 0)
            text += (text.empty() ? "" : ", ") + std::to_string(node.commands[kind]) + " " +
                    std::string(name(static_cast<hg::Operation>(kind)));
    return text;
}

}  // namespace

std::string GraphWords::label(const hg::PhaseNode& node) const {
    if (node.count() == 1) return short_text(program_.program, node.first);
    return counts_text(node) + " of " + phase_name(node);
}

std::string GraphWords::title(const hg::PhaseNode& node) const {
    const std::string times = "\nstart " + seconds_text(node.begin) + ", takes " +
                              seconds_text(node.end - node.begin) + ", slack " + seconds_text(node.slack);
    if (node.count() == 1) return hg::print_command(program_.program, node.first) + times;
    return phase_name(node) + ", " + queue_text(node.queue) + ": " + counts_text(node) + times + "\nbusy " +
           seconds_text(node.busy) + ", " + share_text(node.busy, program_.run.makespan) + " of the run";
}

std::string GraphWords::label(const hg::PhaseEdge& edge) const {
    const std::string text = reason_text(program_.program, edge.example);
    return edge.dependencies == 1 ? text : text + " and " + std::to_string(edge.dependencies - 1) + " more";
}

}  // namespace hgctl
