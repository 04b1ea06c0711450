#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/random_program.hpp"
#include <hg/runtime/program/analysis.hpp>
#include <hg/runtime/program/bounds.hpp>
#include <hg/runtime/program/graph.hpp>

namespace {

using namespace hg;
using test::random_program;

RC_GTEST_PROP(ProgramGraph, CriticalPathIsAChainOfTheStatedLength, ()) {
    const Program p = random_program();
    Target t = test::target_of(p);
    const CriticalPath critical = critical_path(p, t);
    const std::vector<CommandId>& path = critical.commands;
    const std::vector<double> left = priorities(p, t);
    RC_ASSERT(path.empty() == (p.size() == 0));
    for (std::size_t i = 1; i < path.size(); ++i) {
        const auto edges = p.dependencies(path[i]);
        RC_ASSERT(std::any_of(edges.begin(), edges.end(),
                              [&](const Dependency& d) { return d.on == path[i - 1]; }));
    }
    const double longest = left.empty() ? 0 : *std::max_element(left.begin(), left.end());
    RC_ASSERT(bounds(p, t).critical_path == longest);
    RC_ASSERT(critical.seconds == longest);
    for (double slack : critical.slack) RC_ASSERT(slack >= 0 && slack <= longest);
    if (!path.empty()) RC_ASSERT(left[index(path.front())] == longest);
}

/// For each command, which others it waits for, directly or not. `edges` are sorted by the command that
/// waits.
std::vector<std::vector<bool>> waits(std::size_t commands, const std::vector<Edge>& edges) {
    std::vector<std::vector<bool>> closure(commands, std::vector<bool>(commands, false));
    for (const Edge& edge : edges) {
        std::vector<bool>& of = closure[index(edge.to)];
        of[index(edge.from)] = true;
        for (std::size_t c = 0; c < index(edge.from); ++c)
            if (closure[index(edge.from)][c]) of[c] = true;
    }
    return closure;
}

RC_GTEST_PROP(ProgramGraph, ReductionOrdersTheSameCommandsByTheFewestEdges, ()) {
    const Program p = random_program();
    std::vector<Edge> all;
    for (std::uint32_t c = 0; c < p.size(); ++c)
        for (const Dependency& d : p.dependencies(static_cast<CommandId>(c)))
            all.push_back({d.on, static_cast<CommandId>(c)});
    const std::vector<Edge> reduced = transitive_reduction(p);
    const auto closure = waits(p.size(), all);
    RC_ASSERT(waits(p.size(), reduced) == closure);
    for (const Edge& edge : reduced)
        for (std::size_t c = 0; c < p.size(); ++c)
            RC_ASSERT(!(closure[index(edge.to)][c] && closure[c][index(edge.from)]));
    const std::vector<std::uint32_t> part = independent_parts(p);
    for (const Edge& edge : all) RC_ASSERT(part[index(edge.from)] == part[index(edge.to)]);
}

/// The begin of command c is event 2 c, its end event 2 c + 1. For each event, the events that lead to it at
/// once: the begin of a command for its end; the begin before in the queue; the end of the EXEC before in the
/// queue.
std::vector<std::vector<std::size_t>> events_of_queues(const Program& program) {
    std::vector<std::vector<std::size_t>> before(2 * program.size());
    for (std::size_t c = 0; c < program.size(); ++c) {
        before[2 * c + 1].push_back(2 * c);
        bool is_next = true;
        for (std::size_t other = c; other-- > 0;) {
            if (program.commands()[other].queue_id() != program.commands()[c].queue_id()) continue;
            if (is_next) before[2 * c].push_back(2 * other);
            is_next = false;
            if (!end_in_order(program.commands()[other], program.commands()[c])) continue;
            before[2 * c].push_back(2 * other + 1);
            break;
        }
    }
    return before;
}

/// For each event, which others come before it, at once or not.
std::vector<std::vector<bool>> earlier_events(const std::vector<std::vector<std::size_t>>& before) {
    std::vector<std::vector<bool>> closure(before.size(), std::vector<bool>(before.size(), false));
    for (std::size_t event = 0; event < before.size(); ++event)
        for (const std::size_t other : before[event]) {
            closure[event][other] = true;
            for (std::size_t e = 0; e < other; ++e)
                if (closure[other][e]) closure[event][e] = true;
        }
    return closure;
}

RC_GTEST_PROP(ProgramGraph, DependenciesThatAreNotImpliedKeepTheOrderAndAreNeeded, ()) {
    const Program p = random_program();
    const std::vector<bool> implied = implied_dependencies(p);
    auto all = events_of_queues(p);
    auto needed = all;
    std::vector<Edge> kept;
    std::size_t position = 0;
    for (std::uint32_t c = 0; c < p.size(); ++c)
        for (const Dependency& d : p.dependencies(static_cast<CommandId>(c))) {
            all[std::size_t{2} * c].push_back(2 * index(d.on) + 1);
            if (implied[position++]) continue;
            needed[std::size_t{2} * c].push_back(2 * index(d.on) + 1);
            kept.push_back({d.on, static_cast<CommandId>(c)});
        }
    RC_ASSERT(position == implied.size());
    const auto closure = earlier_events(needed);
    RC_ASSERT(closure == earlier_events(all));
    for (const Edge& edge : kept) {
        const std::size_t end = 2 * index(edge.from) + 1;
        const auto& ways = needed[2 * index(edge.to)];
        RC_ASSERT(std::count(ways.begin(), ways.end(), end) == 1);
        RC_ASSERT(std::none_of(ways.begin(), ways.end(),
                               [&](std::size_t other) { return other != end && closure[other][end]; }));
    }
}

RC_GTEST_PROP(ProgramGraph, TheCriticalChainExplainsTheWholeRun, ()) {
    const Program p = random_program();
    Target t = test::target_of(p);
    const Simulation run = simulate(p, t);
    const CriticalChain chain = critical_chain(p, run);
    RC_ASSERT(chain.commands.empty() == (p.size() == 0));
    double now = 0;
    for (const CommandId c : chain.commands) {
        RC_ASSERT(std::abs(run.start[index(c)] - now) <= 1e-9 * run.makespan);
        now = run.end[index(c)];
    }
    RC_ASSERT(now == run.makespan);
    for (std::size_t c = 0; c < p.size(); ++c)
        RC_ASSERT(chain.slack[c] >= 0 && run.end[c] + chain.slack[c] <= run.makespan * (1 + 1e-9));
}

RC_GTEST_PROP(ProgramGraph, FoldingKeepsEveryCommand, ()) {
    const Program p = random_program();
    Target t = test::target_of(p);
    const auto most = static_cast<std::size_t>(test::pick(1, 20));
    const std::vector<Phase> list = phases(p, most);
    RC_ASSERT(list.size() <= most);
    const Simulation run = simulate(p, t);
    const std::vector<bool> implied = implied_dependencies(p);
    const CriticalChain chain = critical_chain(p, run);
    std::size_t commands = 0;
    for (const PhaseNode& node : fold(p, list, run, chain, implied).nodes) commands += node.count();
    RC_ASSERT(commands == p.size());
    const PhaseGraph graph = fold(p, single_commands(p), run, chain, implied);
    RC_ASSERT(graph.nodes.size() == p.size());
    RC_ASSERT(graph.edges.size() ==
              static_cast<std::size_t>(std::count(implied.begin(), implied.end(), false)));
}

}  // namespace
