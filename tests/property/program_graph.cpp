#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/support/random_program.hpp"
#include <hg/runtime/program/analysis.hpp>
#include <hg/runtime/program/bounds.hpp>

namespace {

using namespace hg;
using test::random_program;

RC_GTEST_PROP(ProgramGraph, CriticalPathIsAChainOfTheStatedLength, ()) {
    const Program p = random_program();
    Target t;
    t.devices.assign(p.devices().begin(), p.devices().end());
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

/// For each command, which others it waits for, directly or not. `edges` are sorted by the command that waits.
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

}  // namespace
