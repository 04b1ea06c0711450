#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/graph.hpp>

namespace hg {
namespace {

class Folding {
  public:
    Folding(const Program& program, const Simulation& simulation, const CriticalChain& chain)
        : program_(program),
          simulation_(simulation),
          slack_(chain.slack),
          node_of_(program.size()),
          next_on_chain_(program.size(), kNobody) {
        for (std::size_t i = 0; i + 1 < chain.commands.size(); ++i)
            next_on_chain_[index(chain.commands[i])] = static_cast<std::uint32_t>(chain.commands[i + 1]);
        on_chain_.assign(program.size(), false);
        for (const CommandId c : chain.commands) on_chain_[index(c)] = true;
    }

    PhaseGraph run(const std::vector<Phase>& phases, const std::vector<bool>& implied) {
        for (std::uint32_t p = 0; p < phases.size(); ++p) add_nodes(p, phases[p]);
        add_edges(implied);
        return std::move(graph_);
    }

  private:
    static constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

    void add_nodes(std::uint32_t position, const Phase& phase) {
        std::vector<std::size_t> queues;
        const auto commands = program_.commands().subspan(phase.first, phase.count);
        for (const Command& command : commands) queues.push_back(command.queue_id().index());
        std::sort(queues.begin(), queues.end());
        queues.erase(std::unique(queues.begin(), queues.end()), queues.end());
        const std::size_t first = graph_.nodes.size();
        graph_.nodes.resize(first + queues.size());
        for (std::uint32_t c = phase.first; c < phase.first + phase.count; ++c) {
            const QueueId queue = program_.commands()[c].queue_id();
            const auto place = std::lower_bound(queues.begin(), queues.end(), queue.index()) - queues.begin();
            node_of_[c] = static_cast<std::uint32_t>(first + static_cast<std::size_t>(place));
            graph_.nodes[node_of_[c]].phase = position;
            graph_.nodes[node_of_[c]].queue = queue;
            add_command(graph_.nodes[node_of_[c]], c);
        }
    }

    void add_command(PhaseNode& node, std::uint32_t c) const {
        const double begin = simulation_.start[c];
        const double end = simulation_.end[c];
        if (node.count() == 0) {
            node.first = static_cast<CommandId>(c);
            node.begin = begin;
            node.slack = slack_[c];
        }
        ++node.commands[static_cast<std::size_t>(program_.commands()[c].operation)];
        node.begin = std::min(node.begin, begin);
        node.end = std::max(node.end, end);
        node.busy += end - begin;
        node.slack = std::min(node.slack, slack_[c]);
        node.critical = node.critical || on_chain_[c];
    }

    void add_edges(const std::vector<bool>& implied) {
        std::unordered_map<std::uint64_t, std::size_t> known;
        std::size_t position = 0;
        for (std::uint32_t c = 0; c < program_.size(); ++c)
            for (const Dependency& dependency : program_.dependencies(static_cast<CommandId>(c))) {
                const std::size_t on = index(dependency.on);
                if (implied[position++] || node_of_[on] == node_of_[c]) continue;
                const std::uint64_t pair = (std::uint64_t{node_of_[on]} << 32) | node_of_[c];
                const auto [found, is_new] = known.try_emplace(pair, graph_.edges.size());
                if (is_new) graph_.edges.push_back({node_of_[on], node_of_[c], 0, dependency, false});
                PhaseEdge& edge = graph_.edges[found->second];
                ++edge.dependencies;
                edge.critical = edge.critical || next_on_chain_[on] == c;
            }
        std::sort(graph_.edges.begin(), graph_.edges.end(), [](const PhaseEdge& a, const PhaseEdge& b) {
            return std::pair(a.to, a.from) < std::pair(b.to, b.from);
        });
    }

    const Program& program_;
    const Simulation& simulation_;
    const std::vector<double>& slack_;
    std::vector<std::uint32_t> node_of_;  ///< indexed by command
    std::vector<std::uint32_t> next_on_chain_;
    std::vector<bool> on_chain_;
    PhaseGraph graph_;
};

}  // namespace

std::size_t PhaseNode::count() const noexcept {
    return std::accumulate(commands.begin(), commands.end(), std::size_t{0});
}

PhaseGraph fold(const Program& program, const std::vector<Phase>& phases, const Simulation& simulation,
                const CriticalChain& chain, const std::vector<bool>& implied) {
    std::size_t covered = 0;
    for (const Phase& phase : phases) {
        if (phase.first != covered)
            throw Error(ErrorCode::invalid_argument, "the phases leave gaps or overlap");
        covered += phase.count;
    }
    if (covered != program.size() || chain.slack.size() != program.size() ||
        simulation.start.size() != program.size() || simulation.end.size() != program.size() ||
        implied.size() != program.dependency_count())
        throw Error(ErrorCode::invalid_argument,
                    "the phases, times or dependencies belong to another program");
    return Folding(program, simulation, chain).run(phases, implied);
}

}  // namespace hg
