#include <algorithm>
#include <limits>

#include "runtime/program/graph/earlier_commands.hpp"
#include <hg/runtime/program/graph.hpp>

namespace hg {
namespace {

constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

/// The commands of its queue after which a command comes.
struct QueueBefore {
    std::uint32_t begins = kNobody;  ///< the previous command, which begins no later
    std::uint32_t ends = kNobody;    ///< the last command that ends before this one begins
};

/// Follows the model of simulate(): a queue's transfers run one after the other, and its marks may overlap
/// them; in an EXEC queue, all commands run one after the other.
std::vector<QueueBefore> before_in_queues(const Program& program) {
    std::vector<QueueBefore> before(program.size());
    std::vector<QueueBefore> last(program.queue_count());
    for (std::uint32_t c = 0; c < program.size(); ++c) {
        const Command& command = program.commands()[c];
        QueueBefore& in_queue = last[command.queue_id().index()];
        const bool takes_turns = computes(command.queue) || !is_empty(command.operation);
        before[c] = {in_queue.begins, takes_turns ? in_queue.ends : kNobody};
        in_queue.begins = c;
        if (takes_turns) in_queue.ends = c;
    }
    return before;
}

/// Returns for each command the one whose end let it begin, or kNobody if it began with the run.
std::vector<std::uint32_t> holders(const Program& program, const Simulation& simulation,
                                   const std::vector<QueueBefore>& before) {
    std::vector<std::uint32_t> holder(program.size(), kNobody);
    for (std::uint32_t c = 0; c < program.size(); ++c) {
        const auto consider = [&](std::uint32_t other) {
            if (other == kNobody) return;
            if (holder[c] == kNobody || simulation.end[other] > simulation.end[holder[c]]) holder[c] = other;
        };
        for (const Dependency& dependency : program.dependencies(static_cast<CommandId>(c)))
            consider(static_cast<std::uint32_t>(dependency.on));
        consider(before[c].ends);
        if (before[c].begins != kNobody) consider(holder[before[c].begins]);
    }
    return holder;
}

std::vector<double> slack_of(const Program& program, const Simulation& simulation,
                             const std::vector<QueueBefore>& before) {
    std::vector<double> slack(program.size());
    for (std::size_t c = 0; c < program.size(); ++c) slack[c] = simulation.makespan - simulation.end[c];
    // All commands that a command can delay come after it, so that this loop already knows their slack.
    for (auto c = static_cast<std::uint32_t>(program.size()); c-- > 0;) {
        slack[c] = std::max(0.0, slack[c]);
        const double latest_begin = simulation.start[c] + slack[c];
        const auto bound = [&](std::uint32_t other, const std::vector<double>& event) {
            if (other != kNobody) slack[other] = std::min(slack[other], latest_begin - event[other]);
        };
        for (const Dependency& dependency : program.dependencies(static_cast<CommandId>(c)))
            bound(static_cast<std::uint32_t>(dependency.on), simulation.end);
        bound(before[c].ends, simulation.end);
        bound(before[c].begins, simulation.start);
    }
    return slack;
}

}  // namespace

CriticalChain critical_chain(const Program& program, const Simulation& simulation) {
    if (simulation.start.size() != program.size() || simulation.end.size() != program.size())
        throw Error(ErrorCode::invalid_argument, "the simulation is of another program");
    require_earlier_commands(program);
    CriticalChain chain;
    if (program.size() == 0) return chain;
    const std::vector<QueueBefore> before = before_in_queues(program);
    chain.slack = slack_of(program, simulation, before);
    const std::vector<std::uint32_t> holder = holders(program, simulation, before);
    const auto last = std::max_element(simulation.end.begin(), simulation.end.end());
    for (auto c = static_cast<std::uint32_t>(last - simulation.end.begin()); c != kNobody; c = holder[c]) {
        chain.commands.push_back(static_cast<CommandId>(c));
        chain.slack[c] = 0;  // not exactly 0, because sums are rounded
    }
    std::reverse(chain.commands.begin(), chain.commands.end());
    return chain;
}

}  // namespace hg
